import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let model = modelClass(declaration, node, context) else { return [] }
    check(model, context)
    let properties = properties(of: model)
    // A class above that is a model already brings the conformance with it.
    let isRoot = protocols.contains { $0.trimmedDescription.hasSuffix("PersistentModel") }
    let writer = MemberWriter(model: model, properties: properties)
    return isRoot ? writer.rootMembers : writer.subclassMembers
  }
}

/// Writes the members that a model gets.
private struct MemberWriter {
  let model: ClassDeclSyntax
  let properties: [ModelProperty]

  private var module: String { ModelMacro.module }
  private var name: String { model.name.text }

  private var access: String {
    model.modifiers.contains {
      $0.name.tokenKind == .keyword(.public) || $0.name.tokenKind == .keyword(.open)
    } ? "public " : ""
  }

  private var isFinal: Bool {
    model.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
  }

  var rootMembers: [DeclSyntax] {
    [
      """
      @\(raw: module).Transient
      private var _$backingData: any \(raw: module).BackingData<\(raw: name)> = \
      \(raw: name).createBackingData()
      """,
      """
      \(raw: access)var persistentBackingData: any \(raw: module).BackingData<\(raw: name)> {
        get { _$backingData }
        set { _$backingData = newValue }
      }
      """,
      metadata(keyword: isFinal ? "static" : "class", inherited: nil),
      """
      \(raw: access)required init(backingData: any \(raw: module).BackingData<\(raw: name)>) {
        \(raw: resets)self._$backingData = backingData
      }
      """,
      """
      @\(raw: module).Transient
      private let _$observationRegistrar = Observation.ObservationRegistrar()
      """,
      """
      \(raw: access)var modelObservationRegistrar: Observation.ObservationRegistrar? {
        _$observationRegistrar
      }
      """,
      """
      \(raw: isFinal ? "" : access)func access<_M>(keyPath: KeyPath<\(raw: name), _M>) {
        _$observationRegistrar.access(self, keyPath: keyPath)
      }
      """,
      """
      func withMutation<_M, _R>(
        keyPath: KeyPath<\(raw: name), _M>, _ mutation: () throws -> _R
      ) rethrows -> _R {
        try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
      }
      """,
      "struct _SwiftDataNoType {}",
    ]
  }

  var subclassMembers: [DeclSyntax] {
    [
      """
      @\(raw: module).Transient
      private var _$backingData: any \(raw: module).BackingData<\(raw: name)> = \
      \(raw: name).createBackingData()
      """,
      """
      \(raw: access)override var persistentBackingData: any \(raw: module).BackingData<Root> {
        get { super.persistentBackingData.adopting(_$backingData, for: \(raw: name).self) }
        set { super.persistentBackingData = newValue }
      }
      """,
      metadata(keyword: "override class", inherited: "super.schemaMetadata"),
      """
      \(raw: access)required init(backingData: any \(raw: module).BackingData<Root>) {
        \(raw: resets)super.init(backingData: backingData)
        _$backingData.discard()
      }
      """,
    ]
  }

  /// Empties the places of the accessors' initial values.
  private var resets: String {
    properties.map { "_\($0.plainName) = _SwiftDataNoType()\n  " }.joined()
  }

  private func metadata(keyword: String, inherited: String?) -> DeclSyntax {
    let rows = properties.map(row) + constraints
    let list = rows.isEmpty ? "[]" : "[\n    " + rows.joined(separator: ",\n    ") + ",\n  ]"
    return """
      \(raw: access)\(raw: keyword) var schemaMetadata: [\(raw: module).Schema.PropertyMetadata] {
        \(raw: inherited.map { "\($0) + " } ?? "")\(raw: list)
      }
      """
  }

  private func row(_ property: ModelProperty) -> String {
    var arguments = ["name: \"\(property.plainName)\"", "keypath: \\\(name).\(property.name)"]
    if let value = property.defaultValue { arguments.append("defaultValue: \(value)") }
    if let metadata = property.metadata(in: module) { arguments.append("metadata: \(metadata)") }
    return "\(module).Schema.PropertyMetadata(\(arguments.joined(separator: ", ")))"
  }

  private var constraints: [String] {
    ["Unique", "Index"].flatMap { kind in
      ModelMacro.expansions(of: kind, in: model).map { expansion in
        """
        \(module).Schema.PropertyMetadata(name: "#\(kind)", keypath: \\\(name).self, \
        metadata: \(module).Schema.\(kind)<\(name)>(\(expansion.arguments.trimmedDescription)))
        """
      }
    }
  }
}
