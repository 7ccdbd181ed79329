#ifdef __linux__

#define _GNU_SOURCE

#include "CSystem.h"

#include <sys/timex.h>

int connectivity_clock_is_kept(void) {
    struct timex state = {0};
    int result = adjtimex(&state);
    return result < 0 ? -1 : result != TIME_ERROR;
}

#endif
