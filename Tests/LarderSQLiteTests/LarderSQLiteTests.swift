// LarderSQLiteTests
