// Without the trait, the header may be missing.
#if defined(__linux__) && __has_include(<sqlite3.h>)

#include "CSQLite.h"

#define FAILED SQLITE_ERROR
CONNECTIVITY_LIBRARY("libsqlite3.so.0", "libsqlite3-0", "journal of outages", CSQLITE_FUNCTIONS)

const char *csqlite_problem(void) { return connectivity_library_problem(&library); }

#endif
