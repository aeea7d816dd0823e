// LarderQueryTests
