import Testing

@testable import LineEditor

struct TypingUndoTests {
  private func undone(_ texts: [String], steps: Int) -> [String?] {
    var undo = TypingUndo()
    for text in texts { undo.note(TypedLine(text: text, cursor: text.count)) }
    return (0..<steps).map { _ in undo.undo()?.text }
  }

  private func typed(_ text: String) -> [String] {
    (0...text.count).map { String(text.prefix($0)) }
  }

  @Test func lettersOfAWordAreOneStep() {
    #expect(undone(typed("count Trip"), steps: 3) == ["count", "", nil])
  }

  @Test func aPasteIsOneStep() {
    #expect(undone(typed("a") + ["a pasted text"], steps: 3) == ["a", "", nil])
  }

  @Test func deletingIsAStepOfItsOwn() {
    #expect(undone(["abc", "ab", "a"], steps: 4) == ["ab", "abc", "", nil])
  }

  @Test func movingTheCursorIsNoStep() {
    var undo = TypingUndo()
    undo.note(TypedLine(text: "ab", cursor: 2))
    undo.note(TypedLine(text: "ab", cursor: 0))

    #expect(undo.undo() == TypedLine(text: "", cursor: 0))
    #expect(undo.undo() == nil)
  }
}
