#ifdef __linux__

#include "CSystem.h"

#include <resolv.h>

void connectivity_names_are_absolute(void) {
#ifdef __GLIBC__
    // The state belongs to the thread; a change of it is kept until the thread ends.
    if (!(_res.options & RES_INIT) && res_ninit(&_res) != 0) return;
    _res.options &= ~(unsigned long)RES_DNSRCH;
#endif
}

#endif
