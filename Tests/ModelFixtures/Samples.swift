import SwiftData

extension Specimen {
  /// An object with a value in every attribute, none of them the default, some of them at an edge.
  public static var full: Specimen {
    let specimen = Specimen(name: "Håkon \"the\" 🦴 \u{65}\u{301}\n\tline two \\ 'q'")
    specimen.flag = true
    specimen.count = .min
    specimen.small = -128
    specimen.large = .max
    specimen.real = 0.1
    specimen.single = 1.5
    specimen.price = Decimal(string: "1234567890123.4567") ?? 0
    specimen.made = Date(timeIntervalSinceReferenceDate: 700_000_000.125)
    specimen.code = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()
    specimen.bytes = Data([0, 1, 0xFF, 0x80])
    specimen.page = URL(string: "https://example.com/a?b=c")
    specimen.kind = .shell
    specimen.grade = .high
    specimen.words = ["a", "", "æ,b"]
    specimen.numbers = [3, -1]
    specimen.place = Place(
      town: "Oslo", height: nil, since: Date(timeIntervalSinceReferenceDate: 86_400.5),
      plot: Plot(number: 4, owner: "Åse"))
    specimen.marks = [
      Mark(text: "x", seal: Data([7, 8]), id: specimen.code),
      Mark(text: "", seal: Data(), id: specimen.code),
    ]
    specimen.scores = ["one": 1, "two": -2]
    specimen.maybeFlag = false
    specimen.maybeCount = 0
    specimen.maybeReal = -2
    specimen.maybePrice = Decimal(string: "-0.01")
    specimen.maybeText = ""
    specimen.maybeDate = Date(timeIntervalSince1970: 0)
    specimen.maybeCode = specimen.code
    specimen.maybeBytes = Data()
    specimen.maybeKind = .bone
    specimen.maybeWords = []
    return specimen
  }

  /// Every value in a form that can be compared.
  public var values: [String] {
    let plain: [String] = [
      name, "\(flag)", "\(count)", "\(small)", "\(large)", "\(real)", "\(single)", "\(price)",
      "\(made.timeIntervalSinceReferenceDate)", "\(code)", "\(Array(bytes))",
      "\(page?.absoluteString ?? "none")", "\(kind)", "\(grade)", "\(words)", "\(numbers)",
    ]
    let composed: [String] = [
      place.map { "\($0.town) \($0.height as Double?) \($0.since.timeIntervalSinceReferenceDate)" }
        ?? "none",
      place.map { "\($0.plot.number) \($0.plot.owner ?? "none")" } ?? "none",
      marks.map { "\($0.text) \(Array($0.seal)) \($0.id)" }.joined(separator: ";"),
      scores.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ";"),
    ]
    let optional: [String?] = [
      maybeFlag.map { "\($0)" }, maybeCount.map { "\($0)" }, maybeReal.map { "\($0)" },
      maybePrice.map { "\($0)" }, maybeText, maybeDate.map { "\($0.timeIntervalSince1970)" },
      maybeCode.map { "\($0)" }, maybeBytes.map { "\(Array($0))" }, maybeKind.map { "\($0)" },
      maybeWords.map { "\($0)" },
    ]
    return plain + composed + optional.map { $0.map { "some \($0)" } ?? "none" }
  }
}

extension Farm {
  /// A farm with everything that it can lead to.
  public static var sample: Farm {
    let farm = Farm(name: "Hill")
    let (ada, ben) = (Person(name: "Ada"), Person(name: "Ben"))
    let (bess, rex) = (Animal(name: "Bess"), Dog(name: "Rex", tricks: ["sit", "røll"]))
    let tip = Dog(name: "Tip", tricks: [])
    tip.mother = rex
    rex.master = ben
    ada.friends = [ben]
    farm.animals = [bess, rex, tip]
    farm.workers = [ada, ben]
    farm.owner = ada
    farm.deed = Deed(number: 7)
    return farm
  }
}
