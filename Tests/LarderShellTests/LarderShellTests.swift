// LarderShellTests
