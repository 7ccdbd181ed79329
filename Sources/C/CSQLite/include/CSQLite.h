#ifndef CSQLITE_H
#define CSQLITE_H

#ifdef __linux__

#include "loading.h"

#define CSQLITE_FUNCTIONS(F) \
    F(int, sqlite3_open_v2, (const char *path, sqlite3 **handle, int flags, const char *system), (path, handle, flags, system)) \
    F(int, sqlite3_close_v2, (sqlite3 *handle), (handle)) \
    F(int, sqlite3_extended_result_codes, (sqlite3 *handle, int flag), (handle, flag)) \
    F(int, sqlite3_busy_timeout, (sqlite3 *handle, int milliseconds), (handle, milliseconds)) \
    F(int, sqlite3_limit, (sqlite3 *handle, int limit, int value), (handle, limit, value)) \
    F(int, sqlite3_extended_errcode, (sqlite3 *handle), (handle)) \
    F(int, sqlite3_system_errno, (sqlite3 *handle), (handle)) \
    F(const char *, sqlite3_errmsg, (sqlite3 *handle), (handle)) \
    F(sqlite3_int64, sqlite3_last_insert_rowid, (sqlite3 *handle), (handle)) \
    F(int, sqlite3_prepare_v2, (sqlite3 *handle, const char *sql, int count, sqlite3_stmt **statement, const char **rest), \
      (handle, sql, count, statement, rest)) \
    F(int, sqlite3_bind_int64, (sqlite3_stmt *statement, int index, sqlite3_int64 value), (statement, index, value)) \
    F(int, sqlite3_bind_null, (sqlite3_stmt *statement, int index), (statement, index)) \
    F(int, sqlite3_bind_text, (sqlite3_stmt *statement, int index, const char *text, int count, void (*destroy)(void *)), \
      (statement, index, text, count, destroy)) \
    F(int, sqlite3_step, (sqlite3_stmt *statement), (statement)) \
    F(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt *statement, int column), (statement, column)) \
    F(const unsigned char *, sqlite3_column_text, (sqlite3_stmt *statement, int column), (statement, column)) \
    F(int, sqlite3_column_bytes, (sqlite3_stmt *statement, int column), (statement, column)) \
    F(int, sqlite3_finalize, (sqlite3_stmt *statement), (statement))

CSQLITE_FUNCTIONS(CONNECTIVITY_NAME)

#if !__has_include(<sqlite3.h>)
#error "sqlite3.h is missing: on Debian, install libsqlite3-dev, or build without the trait SQLite"
#endif
#include <sqlite3.h>

/* Loads SQLite if it is not loaded yet. Returns a null pointer, or the reason why not, valid until the thread's next call. */
const char *csqlite_problem(void);

/* SQLITE_TRANSIENT, which makes SQLite copy the text, is a cast that Swift does not import. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int byte_count) {
    return sqlite3_bind_text(statement, index, text, byte_count, SQLITE_TRANSIENT);
}

/* A result code that is an expression, which Swift does not import. */
static const int csqlite_readonly_rollback = SQLITE_READONLY_ROLLBACK;

#endif
#endif
