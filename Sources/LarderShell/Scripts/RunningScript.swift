import LarderCore
import LarderQuery
import LarderStore

/// A script while it runs.
struct RunningScript {
  var source: ScriptSource

  /// Edits were pending before it was loaded at the prompt, so that it may not save them.
  var refusesSave = false
}

/// Where a script goes back to when it fails.
struct ScriptCheckpoint {
  var contexts: [(name: String, checkpoint: Checkpoint)]
  var listing: [PersistentIdentifier]
  var variables: [String: SessionVariable]
}

/// A save that a script made, for the message when it fails later.
struct SavePoint: Hashable {
  var file: String
  var line: Int
}
