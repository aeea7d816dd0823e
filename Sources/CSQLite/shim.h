#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a function-pointer cast that Swift cannot import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }
