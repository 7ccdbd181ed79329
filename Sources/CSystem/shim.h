#ifndef CSYSTEM_SHIM_H
#define CSYSTEM_SHIM_H
#ifdef __linux__
#include <sys/socket.h>

/* Declared for _GNU_SOURCE alone, which Swift does not define. */
int accept4(int listener, struct sockaddr *peer, socklen_t *size, int flags);
int pipe2(int ends[2], int flags);
#endif
#endif
