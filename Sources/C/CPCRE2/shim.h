#ifndef CPCRE2_SHIM_H
#define CPCRE2_SHIM_H
/* pcre2.h demands the code unit width before it is included. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#endif
