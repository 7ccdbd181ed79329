#include "CRevision.h"

#ifndef CONNECTIVITY_COMMIT
#define CONNECTIVITY_COMMIT ""
#endif

const char *connectivity_revision(void) { return CONNECTIVITY_COMMIT; }
