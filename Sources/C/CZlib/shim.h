#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H
#include <zlib.h>

/* inflateInit2 is a macro, which Swift does not import. */
static inline int czlib_inflate_init(z_streamp stream, int window_bits) { return inflateInit2(stream, window_bits); }
#endif
