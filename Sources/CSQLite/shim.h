#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H
#include <sqlite3.h>

/* SQLITE_TRANSIENT, which makes SQLite copy the text, is a cast that Swift does not import. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int byte_count) {
    return sqlite3_bind_text(statement, index, text, byte_count, SQLITE_TRANSIENT);
}

/* A result code that is an expression, which Swift does not import. */
static const int csqlite_readonly_rollback = SQLITE_READONLY_ROLLBACK;
#endif
