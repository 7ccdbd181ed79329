#ifdef __linux__

#include "CSystem.h"

#include <malloc.h>

void connectivity_memory_return_large(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
}

#endif
