import LarderCore

extension DocumentEditor {
  /// An editor of a file as it was read, under a store's model.
  init(_ file: LoadedFile, model: StoreModel) {
    let document = file.document
    let identifierExample = Self.identifierExample(in: document)
    var writers: [EntityName: RecordWriter] = [:]
    for (entity, entityModel) in model.entities {
      guard let table = Self.table(of: entity, in: document) else { continue }
      let reader = file.extent(of: entity)?.reader
      let style = Self.style(of: table, in: document)
      let writer = JSONValueWriter(style: style) { identifier, example, output in
        output += try Self.text(
          of: identifier, like: example?.isNull == true ? nil : example,
          fallback: document.shape == .identified ? identifierExample : nil,
          isIdentified: document.shape == .identified, escaping: style.escaping)
      }
      writers[entity] = RecordWriter(
        table: table, properties: Self.properties(of: entityModel, reader: reader, in: file, model),
        omitsNull: document.shape == .identified, writer: writer)
    }
    let escaping = writers.values.first?.editor.writer.style.escaping ?? TextEscaping()
    self.init(
      document: document, writers: writers,
      firstValues: { file.extent(of: $0)?.reader.values(ofRow: $1) ?? [] },
      fixedMembers: { identifier in
        guard document.shape == .identified else { return [] }
        let text = try Self.text(
          of: identifier, like: nil, fallback: identifierExample, isIdentified: true,
          escaping: escaping)
        return [(IdentifiedRecords.identifierKey, text)]
      })
  }

  /// The table of an entity; in a file that holds all entities in one array also of one without
  /// records.
  private static func table(of entity: EntityName, in document: JSONDocument) -> RecordTable? {
    if let table = document.table(of: entity) { return table }
    guard document.shape == .identified, let other = document.tables.first else { return nil }
    return RecordTable(
      entityName: entity, bytes: document.bytes, container: other.container, isKeyed: false,
      parts: [])
  }

  private static func style(of table: RecordTable, in document: JSONDocument) -> FileStyle {
    let bytes = UnsafeRawBufferPointer(start: table.bytes.base, count: table.bytes.count)
    var sampled = table
    if table.count == 0 { sampled = document.tables.first { $0.count > 0 } ?? table }
    let records = (0..<min(sampled.count, 20)).map { sampled.recordRange(ofRow: $0) }
    let container = document.shape == .lines ? nil : table.container
    var style = FileStyle(bytes: bytes, records: records, container: container)
    if document.shape == .identified, document.schema == nil { style.dateForm = .secondsSince2001 }
    return style
  }

  /// The identifier of some record of the file.
  private static func identifierExample(in document: JSONDocument) -> RawText? {
    guard document.shape == .identified else { return nil }
    let bytes = UnsafeRawBufferPointer(start: document.bytes.base, count: document.bytes.count)
    for table in document.tables where table.count > 0 {
      let record = RawText(bytes, table.recordRange(ofRow: table.count - 1))
      if let found = record.member(IdentifiedRecords.identifierKey), found.isObject { return found }
    }
    return nil
  }

  private static func text(
    of identifier: PersistentIdentifier, like example: RawText?, fallback: RawText?,
    isIdentified: Bool, escaping: TextEscaping
  ) throws -> [UInt8] {
    if let example = example ?? fallback, example.isObject {
      return try IdentifierText.text(of: identifier, like: example, escaping: escaping)
    }
    guard !isIdentified else {
      return try IdentifierText.plainText(of: identifier, escaping: escaping)
    }
    switch identifier.primaryKey {
    case .integer(let number): return Array(String(number).utf8)
    case .text, .temporary, .composite:
      var output: [UInt8] = []
      escaping.append(identifier.primaryKey.keyText, to: &output)
      return output
    }
  }
}

extension DocumentEditor {
  private static func properties(
    of entityModel: EntityModel, reader: RecordReader?, in file: LoadedFile, _ model: StoreModel
  ) -> [RecordWriter.Property] {
    entityModel.properties.enumerated().map { index, property in
      let field = reader?.fields[index].flatMap { reader?.table.fields[$0].name.rawValue }
      switch property {
      case .key(let attribute): return RecordWriter.Property(name: attribute.name)
      case .attribute(let attribute):
        return RecordWriter.Property(
          name: attribute.name,
          member: attribute.isTransient ? nil : field ?? attribute.name.rawValue,
          attribute: attribute)
      case .relationship(let relationship, _):
        let isHere = field != nil || isHeldHere(relationship, of: entityModel, in: file, model)
        return RecordWriter.Property(
          name: relationship.name, member: isHere ? field ?? relationship.name.rawValue : nil)
      }
    }
  }

  /// Whether a relationship that no record holds yet belongs to this side: to the side of one object,
  /// where the other side's records do not hold it.
  private static func isHeldHere(
    _ relationship: EntitySchema.Relationship, of entityModel: EntityModel, in file: LoadedFile,
    _ model: StoreModel
  ) -> Bool {
    if !relationship.isToMany, entityModel.holdsEveryToOne { return true }
    guard let inverse = relationship.inverse,
      let other = model.schema.relationship(inverse, of: relationship.destination)
    else { return true }
    let otherSlot = model.entities[relationship.destination]?.layout.slot(of: inverse)
    let otherFields = file.extent(of: relationship.destination)?.reader.fields
    if let otherSlot, otherFields?[otherSlot] != nil { return false }
    return !relationship.isToMany || other.isToMany
  }
}
