#ifndef CSPAWN_SHIM_H
#define CSPAWN_SHIM_H
#ifdef __linux__
#include <spawn.h>

/* Declared by <spawn.h> for _GNU_SOURCE alone, which Swift does not define; in the GNU C library since 2.34. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
#endif
#endif
