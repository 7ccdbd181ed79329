// Without the trait, the header may be missing.
#if defined(__linux__) && __has_include(<systemd/sd-bus.h>)

#include <errno.h>
#include "CSystemd.h"

#define FAILED -ENOSYS
CONNECTIVITY_LIBRARY("libsystemd.so.0", "libsystemd0", "NetworkManager and notifiers over D-Bus", CSYSTEMD_FUNCTIONS)

const char *csystemd_problem(void) { return connectivity_library_problem(&library); }

#endif
