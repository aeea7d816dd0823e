// LarderStoreTests
