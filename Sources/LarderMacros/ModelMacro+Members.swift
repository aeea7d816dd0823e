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
    ] + metadata(keyword: isFinal ? "static" : "class", isRoot: true)
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
      """
      \(raw: access)required init(backingData: any \(raw: module).BackingData<Root>) {
        \(raw: resets)super.init(backingData: backingData)
        _$backingData.discard()
      }
      """,
    ] + metadata(keyword: "override class", isRoot: false)
  }

  /// Empties the places of the accessors' initial values.
  private var resets: String {
    properties.map { "_\($0.plainName) = _SwiftDataNoType()\n  " }.joined()
  }

  /// The rows of the class, and the key paths to its identity.
  ///
  /// Key paths to one property of a class and of one below it are not equal, and a class does not know
  /// what those below it are: it gives them a function that makes its rows for any of them.
  private func metadata(keyword: String, isRoot: Bool) -> [DeclSyntax] {
    let rowType = "[\(module).Schema.PropertyMetadata]"
    let identity: DeclSyntax = """
      \(raw: access)\(raw: keyword) var identityKeyPaths: [AnyKeyPath] {
        \(raw: isRoot ? "" : "super.identityKeyPaths + ")\
      [\\\(raw: name).id, \\\(raw: name).persistentModelID]
      }
      """
    guard !isFinal else {
      let inherited = isRoot ? "" : "super.schemaMetadata(for: \(name).self) + "
      return [
        """
        \(raw: access)\(raw: keyword) var schemaMetadata: \(raw: rowType) {
          \(raw: inherited)\(raw: rows(of: name))
        }
        """, identity,
      ]
    }
    let inherited = isRoot ? "" : "super.schemaMetadata(for: type) + "
    return [
      """
      \(raw: access)\(raw: keyword) var schemaMetadata: \(raw: rowType) {
        schemaMetadata(for: \(raw: name).self)
      }
      """,
      """
      \(raw: access)static func schemaMetadata<_Model: \(raw: name)>(
        for type: _Model.Type
      ) -> \(raw: rowType) {
        \(raw: inherited)\(raw: rows(of: "_Model"))
      }
      """, identity,
    ]
  }

  private func rows(of root: String) -> String {
    let rows = properties.map { row($0, of: root) } + constraints
    return rows.isEmpty ? "[]" : "[\n    " + rows.joined(separator: ",\n    ") + ",\n  ]"
  }

  private func row(_ property: ModelProperty, of root: String) -> String {
    var arguments = ["name: \"\(property.plainName)\"", "keypath: \\\(root).\(property.name)"]
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
