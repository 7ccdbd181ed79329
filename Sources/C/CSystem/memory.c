#ifdef __linux__

#include "CSystem.h"

#include <malloc.h>

void connectivity_memory_return_large(void) {
#ifdef __GLIBC__
    // More than a body may have: memory of one would otherwise have new pages at each copy. The second is twice the first, as in
    // glibc itself; once the first is set, it stays at 128 KiB, so that the end of the heap would be returned at each release.
    mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
    mallopt(M_TRIM_THRESHOLD, 2 * 1024 * 1024);
#endif
}

#endif
