#ifndef CSPAWN_SHIM_H
#define CSPAWN_SHIM_H
#ifdef __linux__
#include <spawn.h>
#include <sys/socket.h>

/* Declared for _GNU_SOURCE alone, which Swift does not define; the first is in the GNU C library since 2.34. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int accept4(int listener, struct sockaddr *peer, socklen_t *size, int flags);
int pipe2(int ends[2], int flags);

/* accept4(2) without the type of its address, so that its callers can take that from another module. */
static inline int cspawn_accept(int listener, void *peer, unsigned *size, int flags) {
    return accept4(listener, (struct sockaddr *)peer, size, flags);
}
#endif
#endif
