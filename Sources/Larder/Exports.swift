// Identifiers and the rules of a schema are the entity plane's own types.
@_exported public import LarderCore
