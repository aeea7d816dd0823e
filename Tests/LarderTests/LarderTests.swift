// LarderTests
