// LarderSQLite
