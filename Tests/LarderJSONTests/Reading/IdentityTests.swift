import LarderCore
import LarderJSON
import LarderTestSupport
import Testing

@Suite struct IdentityTests {
  @Test(arguments: [
    (#"[{"id":7},{"id":3}]"#, "trips.json", ["trips#p7", "trips#p3"]),
    (#"[{"id":"b"},{"id":"a"}]"#, "trips.json", [#"trips#p"b""#, #"trips#p"a""#]),
    (#"[{"id":1},{"id":1}]"#, "trips.json", ["trips#p1", "trips#p2"]),
    (#"[{"id":1},{"id":null}]"#, "trips.json", ["trips#p1", "trips#p2"]),
    (#"[{"id":5},{}]"#, "trips.json", ["trips#p1", "trips#p2"]),
    (#"[{"id":1.5},{"id":2.5}]"#, "trips.json", ["trips#p1", "trips#p2"]),
    (#"[{"id":1,"_id":"x"},{"id":1,"_id":"y"}]"#, "trips.json", [#"trips#p"x""#, #"trips#p"y""#]),
    (
      #"[{"stop_id":9},{"stop_id":8}]"#, "nighttrains-Stops.json",
      [
        "nighttrains-Stops#p9", "nighttrains-Stops#p8",
      ]
    ),
    (#"[{"entityId":9},{"entityId":8}]"#, "a-b.json", ["a-b#p9", "a-b#p8"]),
    (#"[{"id":"é"},{"id":"\u00e9"}]"#, "trips.json", ["trips#p1", "trips#p2"]),
    (#"[{"id":"a"},{"id":"\u0061"}]"#, "trips.json", ["trips#p1", "trips#p2"]),
    (#"[{"id":505874924095815681}]"#, "t.json", ["t#p505874924095815681"]),
  ])
  func identityIsAUniqueIdOrThePosition(_ text: String, _ name: String, _ identifiers: [String])
    throws
  {
    let opened = try OpenedText(text, named: name)

    let snapshots = try opened.snapshots()

    #expect(snapshots.map(\.identifier.description) == identifiers)
    let found = try opened.store.snapshots(for: snapshots.map(\.identifier))
    #expect(found == Dictionary(uniqueKeysWithValues: snapshots.map { ($0.identifier, $0) }))
  }

  @Test func identifiersOfOtherStoresAndObjectsAreNotFound() throws {
    let opened = try OpenedText(#"[{"id":"Kelvin"},{"id":"x"}]"#)
    let own = try opened.snapshots()[0].identifier
    func identifier(_ key: PersistentIdentifier.PrimaryKey) -> PersistentIdentifier {
      PersistentIdentifier(origin: own.origin, primaryKey: key)
    }

    let strangers = [
      identifier(.text("y")), identifier(.integer(1)), identifier(.composite([.text("x")])),
      PersistentIdentifier(storeIdentifier: "other", entityName: "trips", primaryKey: .text("x")),
    ]

    #expect(try opened.store.snapshots(for: strangers).isEmpty)
    // The Kelvin sign is canonically a K.
    #expect(try opened.store.snapshots(for: [identifier(.text("\u{212A}elvin"))]).count == 1)
  }

  @Test func aFileThatWasReplacedIsReadAnew() throws {
    let opened = try OpenedText(#"[{"id":1,"a":"x"}]"#)
    let identifier = try opened.snapshots()[0].identifier

    try opened.folder.write(text: #"[{"id":2,"a":"yy"},{"id":1,"a":"zzz"}]"#, to: "trips.json")

    #expect(try opened.store.snapshots(for: [identifier])[identifier]?["a"] == .text("zzz"))
    #expect(try opened.store.count(EntityFetchDescriptor(entity: "trips")) == 2)
  }

  @Test func manyKeysOfOneHashBucketStayApart() throws {
    let ids = (0..<3000).map { "\"k\(String(repeating: "x", count: $0 % 20))\($0)\"" }
    let opened = try OpenedText(
      "[" + ids.map { "{\"id\":\($0)}" }.joined(separator: ",") + "]")

    let identifiers = try opened.snapshots().map(\.identifier)

    #expect(Set(identifiers).count == 3000)
    #expect(try opened.store.snapshots(for: identifiers).count == 3000)
  }
}
