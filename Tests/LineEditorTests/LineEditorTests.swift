// LineEditorTests
