#ifndef CSPAWN_SHIM_H
#define CSPAWN_SHIM_H
#ifdef __linux__
#include <spawn.h>
#include <sys/socket.h>

/* Declared for _GNU_SOURCE alone, which Swift does not define; the first is in the GNU C library since 2.34. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int accept4(int listener, struct sockaddr *peer, socklen_t *size, int flags);
int pipe2(int ends[2], int flags);
#endif
#endif
