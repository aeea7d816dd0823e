// LarderCoreTests
