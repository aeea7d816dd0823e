import LarderTestSupport
import Testing

/// Results never take the place of what is open, and come back as what they were.
struct OutputFileTests {
  private func program() throws -> Program {
    let program = try Program()
    try program.folder.write(text: #"[{"id": 1, "name": "nil", "note": null}]"#, to: "T.json")
    _ = try program.shell(
      "ln -s T.json link.json && sqlite3 s.db 'create table a(id integer primary key)'")
    return program
  }

  @Test(arguments: [
    ".export T.json T", ".export link.json T", ".once T.json", ".output ./T.json",
    ".trace jsonl T.json", ".once s.db",
  ])
  func theFileOfAnOpenStoreIsRefused(statement: String) throws {
    let program = try program()
    let before = try program.folder.bytes(of: "T.json")

    let run = try program.larder("--read-only", "s.db", "T.json", "-c", statement, "-c", "T")

    #expect(run.status == 1)
    #expect(run.errors.contains("is a file of the open store"), "\(run.errors)")
    #expect(try program.folder.bytes(of: "T.json") == before)
  }

  /// Each is exported and imported again with the same text for nil.
  @Test(arguments: ["nil", "", "n", "NULL", "r"], ["tsv", "csv"])
  func aTextLikeTheOneForNilIsNotNil(null: String, form: String) throws {
    let program = try program()
    try program.folder.write(
      text: #"[{"id": 1, "name": "\#(null)", "note": null}, {"id": 2, "name": "x", "note": "y"}]"#,
      to: "T.json")
    let schema =
      "@Model final class T { @Attribute(.unique) var id: Int; var name: String; var note: String? }"
    try program.folder.write(text: schema, to: "M.swift")

    let run = try program.shell(
      "larder --null '\(null)' -c '.export o.\(form) --strict T' T.json && "
        + "larder --schema M.swift --null '\(null)' -c '.import o.\(form) T --strict' -c save new.sqlite "
        + "&& larder -c 'T sort by id select id, name, note' new.sqlite | tail -n 2")

    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.hasSuffix(
        "{\"id\":1,\"name\":\"\(null)\",\"note\":null}\n{\"id\":2,\"name\":\"x\",\"note\":\"y\"}\n"),
      "\(run.output)\(run.errors)")
  }

  @Test(arguments: [(",", "csv"), ("\"", "csv"), ("\\t", "tsv")])
  func aTextForNilThatNobodyCouldReadIsRefused(null: String, form: String) throws {
    let program = try program()

    let run = try program.larder("--null", null, "-c", ".export o.\(form) T", "T.json")

    #expect(run.status == 1)
    #expect(run.errors.contains("what stands for nil holds"), "\(run.errors)")
    #expect(try !program.folder.names().contains("o.\(form)"))
  }

  @Test(arguments: [".import zero.csv T", ".load zero.csv"])
  func aDeviceIsNotReadForEver(statement: String) throws {
    let program = try program()
    _ = try program.shell("ln -s /dev/zero zero.csv")

    let run = try program.larder("-c", statement, "T.json")

    #expect(run.status == 1)
    #expect(run.errors.contains("it is a device"), "\(run.errors)")
  }

  @Test func watchingEndsWhenNobodyReads() throws {
    let program = try program()

    let run = try program.shell(
      "(larder -c '.watch T' T.json; echo $? > status) | head -n 1; cat status")

    #expect(run.output.hasSuffix("}\n3\n"), "\(run.output)\(run.errors)")
  }

  @Test func aTemplateIsForQueriesAlone() throws {
    let program = try program()

    let run = try program.larder("--template", #"\(name)!"#, "-c", ".entities", "-c", "T", "T.json")

    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "{\"store\":\"T\",\"entity\":\"T\",\"count\":1}\nnil!\n")
  }
}
