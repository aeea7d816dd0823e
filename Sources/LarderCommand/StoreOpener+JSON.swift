import LarderCore
import LarderJSON
import LarderShell

extension StoreOpener {
  /// Files of JSON text, in all the shapes that records come in.
  static let json = StoreOpener(
    kind: "JSON", sought: "JSON text",
    recognises: { _, prefix in prefix.map(JSONStore.recognises(prefix:)) ?? false },
    open: { location, options in
      try JSONStore.open(
        path: location.address,
        options: JSONStore.Options(
          entityName: options.entityName?.rawValue, schema: options.schema,
          isReadOnly: options.isReadOnly))
    })
}
