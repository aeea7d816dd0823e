public import LarderCore

/// Writes queries as Swift source for SwiftData: `FetchDescriptor`, `#Predicate`, `SortDescriptor`.
///
/// Types come from the schema. What is written compiles for models of the form that ``ModelPrinter``
/// writes and means the same as the query; where Swift has no such form, an obstacle says why.
public enum SwiftPrinter {
  /// Statements that make a fetch descriptor, with constants before it and a count behind it.
  public static func source(
    of query: EntityQuery, in schema: EntitySchema
  ) -> Result<String, PrintingObstacle> {
    Result { () throws(PrintingObstacle) in
      var writer = try SwiftWriter(entity: query.descriptor.entity, schema: schema)
      return try writer.statements(query)
    }
  }

  /// A `#Predicate` expression, with the constants it captures before it.
  public static func source(
    of predicate: EntityPredicate, of entity: EntityName, in schema: EntitySchema
  ) -> Result<String, PrintingObstacle> {
    Result { () throws(PrintingObstacle) in
      var writer = try SwiftWriter(entity: entity, schema: schema)
      let text = try writer.predicateMacro(predicate, indentation: "")
      return (writer.constants + [text]).joined(separator: "\n")
    }
  }
}

/// Writes Swift for one query.
struct SwiftWriter {
  let schema: EntitySchema
  let entity: EntityName

  /// Name and type of the element at each level, the query's object first.
  var elements: [Element] = []

  /// Declarations of the constants that the predicate captures.
  var constants: [String] = []
  private var constantCounts: [String: Int] = [:]

  struct Element {
    var name: String
    var type: PathType
  }

  init(entity: EntityName, schema: EntitySchema) throws(PrintingObstacle) {
    guard schema.entity(entity) != nil else {
      throw PrintingObstacle(.entity, entity.rawValue, "there is no such entity in the schema")
    }
    self.schema = schema
    self.entity = entity
    elements = [Element(name: Self.parameterName(of: entity), type: .object(entity))]
  }

  static func typeName(_ entity: EntityName) -> String {
    SwiftNames.spelled(entity.rawValue) ?? SwiftNames.made(from: entity.rawValue)
  }

  /// `businessTrip` for `BusinessTrip`; `object` where that is no plain name.
  private static func parameterName(of entity: EntityName) -> String {
    let name = entity.rawValue.prefix(1).lowercased() + entity.rawValue.dropFirst()
    return SwiftNames.spelled(name) == name ? name : "object"
  }

  /// Declares a constant before the predicate, which can capture values but not make them.
  mutating func constant(_ base: String, type: String?, value: String) -> String {
    let declaration = { (name: String) in
      "let \(name)\(type.map { ": " + $0 } ?? "") = \(value)"
    }
    for number in 1...((constantCounts[base] ?? 0) + 1)
    where constants.contains(declaration("\(base)\(number)")) {
      return "\(base)\(number)"
    }
    constantCounts[base, default: 0] += 1
    let name = "\(base)\(constantCounts[base] ?? 1)"
    constants.append(declaration(name))
    return name
  }

  mutating func predicateMacro(
    _ predicate: EntityPredicate, indentation: String
  ) throws(PrintingObstacle) -> String {
    var lines: [String] = []
    if case .and(let parts) = predicate, parts.count > 1 {
      for part in parts { lines.append(try self.predicate(part).tight(.conjunction)) }
    } else {
      lines = [try self.predicate(predicate).text]
    }
    let body = lines.joined(separator: "\n\(indentation)    && ")
    return
      "#Predicate<\(Self.typeName(entity))> { \(elements[0].name) in\n\(indentation)  \(body)\n"
      + "\(indentation)}"
  }
}
