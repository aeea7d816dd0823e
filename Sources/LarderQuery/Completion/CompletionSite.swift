package import LarderCore

/// What may stand at the cursor of a text that is being typed.
package struct CompletionSite: Hashable, Sendable {
  /// The part of a word before the cursor, as UTF-8 offsets; a completion takes its place.
  package var span: Range<Int>

  /// The text of ``span``, without a quote at its start.
  package var word: String

  /// The word is in quotes, or in backticks.
  package var quote: Character?
  package var wanted: Wanted

  package enum Wanted: Hashable, Sendable {
    /// Nothing that could be known beforehand.
    case nothing
    /// The first word: a statement, an entity, a variable.
    case statement
    /// The name of a command, behind its dot.
    case command
    /// A part of a command's arguments; `before` is what stands before the word.
    case argument(command: String, before: String)
    case entity
    /// A word that begins a clause, after an entity.
    case clause
    /// The beginning of an operand, with the names that are known there.
    case operand(NameScope)
    /// The name of an attribute that is being set, or a relationship that is loaded beforehand.
    case property(NameScope)
    /// What may follow a dot.
    case member(OperandMeaning)
    /// A value that is compared with an operand.
    case value(of: OperandMeaning, NameScope)
    /// An operator or a clause, after an operand.
    case continuation(after: OperandMeaning)
    /// The direction of a sort key, or a clause.
    case sortContinuation
  }
}

/// What an operand is, as far as it can be told from names alone.
package enum OperandMeaning: Hashable, Sendable {
  case unknown
  /// One object.
  case object(EntityName)
  /// The objects of a to-many relationship.
  case objects(EntityName)
  /// An attribute, with the entity and the path at which its values are found.
  case attribute(EntitySchema.AttributeType, isOptional: Bool, of: EntityName, AttributeName)
  /// A value of a type.
  case value(EntitySchema.AttributeType)
}

/// The names that mean something at a place: those of the innermost closure's element and of the entity.
package struct NameScope: Hashable, Sendable {
  /// The statement's entity; nil where none was named.
  package var entity: EntityName?

  /// What `$0` is; nil outside closures.
  package var element: OperandMeaning?
}
