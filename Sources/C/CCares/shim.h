#ifndef CCARES_SHIM_H
#define CCARES_SHIM_H
/* What newer versions call deprecated is what version 1.18 has. */
#define CARES_NO_DEPRECATED 1
#include <sys/socket.h>
#include <netinet/in.h>
#include <sys/time.h>
#include <ares.h>

/* Statuses are macros before version 1.23 and an enumeration from then on; functions return int in both. */
static const int ccares_success = ARES_SUCCESS;
static const int ccares_timed_out = ARES_ETIMEOUT;
static const int ccares_no_memory = ARES_ENOMEM;
static const int ccares_no_file = ARES_EFILE;
static const int ccares_not_initialized = ARES_ENOTINITIALIZED;
#endif
