// Makes one call of the C library fail once, in the program that it is preloaded into (ld.so(8), LD_PRELOAD).
//
// TORTURE_CALL names the function, TORTURE_NUMBER says which call of it, counted from 1, and TORTURE_ERROR is the error
// number. TORTURE_COUNTS names a file in which the calls of all functions are counted, in the order of `names`. Calls that
// the C library makes within itself are not seen. Programs that the program starts run without this.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALLS(X)                                                                                                            \
    X(open) X(openat) X(read) X(write) X(close) X(fstat) X(stat) X(opendir) X(fcntl) X(ioctl) X(pipe2) X(rename) X(unlink)      \
    X(mkdir) X(socket) X(socketpair) X(connect) X(bind) X(listen) X(accept) X(accept4) X(send) X(sendto) X(sendmsg) X(recv)     \
    X(recvfrom) X(recvmsg) X(getsockname) X(getpeername) X(getsockopt) X(setsockopt) X(shutdown) X(poll) X(epoll_create1)       \
    X(epoll_ctl) X(epoll_wait) X(eventfd) X(timerfd_create) X(timerfd_settime) X(pthread_create) X(getifaddrs) X(getaddrinfo)   \
    X(getrandom) X(fork) X(waitpid)

#define NUMBER(name) CALL_##name,
#define NAME(name) #name,
enum { CALLS(NUMBER) CALL_COUNT };
static const char *const names[] = {CALLS(NAME)};

static _Atomic long unshared[CALL_COUNT];
static _Atomic long *counts = unshared;
static int chosen = -1, error;
static long number;

__attribute__((constructor)) static void begin(void) {
    const char *call = getenv("TORTURE_CALL"), *n = getenv("TORTURE_NUMBER"), *e = getenv("TORTURE_ERROR");
    for (int i = 0; call && i < CALL_COUNT; i++)
        if (!strcmp(names[i], call)) chosen = i;
    number = n ? atol(n) : 0;
    error = e ? atoi(e) : EIO;
    const char *file = getenv("TORTURE_COUNTS");
    int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    int descriptor = file ? real_open(file, O_RDWR) : -1;
    if (descriptor >= 0) {
        void *shared = mmap(NULL, sizeof unshared, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        if (shared != MAP_FAILED) counts = shared;
        ((int (*)(int))dlsym(RTLD_NEXT, "close"))(descriptor);
    }
    unsetenv("LD_PRELOAD");
}

// libdispatch ends the process by design if it cannot have its queue of events; nobody can handle that for it.
static int is_of_dispatch(const void *caller) {
    Dl_info info;
    return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libdispatch");
}

#define fails(call) fails_of(call, __builtin_return_address(0))
static int fails_of(int call, const void *caller) {
    if (is_of_dispatch(caller)) return 0;
    long count = atomic_fetch_add(&counts[call], 1) + 1;
    if (call != chosen || count != number) return 0;
    errno = error;
    return 1;
}

#define SHIM(result, name, failure, parameters, arguments)                                                                  \
    result name parameters {                                                                                                \
        static result(*_Atomic real) parameters;                                                                            \
        if (!real) real = dlsym(RTLD_NEXT, #name);                                                                          \
        return fails(CALL_##name) ? (failure) : real arguments;                                                             \
    }
#define VARIADIC(symbol, name, fixed, arguments, last)                                                                      \
    int symbol fixed {                                                                                                      \
        static int(*_Atomic real) fixed;                                                                                    \
        if (!real) real = dlsym(RTLD_NEXT, #symbol);                                                                        \
        va_list rest;                                                                                                       \
        va_start(rest, last);                                                                                               \
        void *more = va_arg(rest, void *);                                                                                  \
        va_end(rest);                                                                                                       \
        return fails(CALL_##name) ? -1 : real arguments;                                                                    \
    }

VARIADIC(open, open, (const char *path, int flags, ...), (path, flags, more), flags)
VARIADIC(open64, open, (const char *path, int flags, ...), (path, flags, more), flags)
VARIADIC(openat, openat, (int folder, const char *path, int flags, ...), (folder, path, flags, more), flags)
VARIADIC(openat64, openat, (int folder, const char *path, int flags, ...), (folder, path, flags, more), flags)
VARIADIC(fcntl, fcntl, (int file, int command, ...), (file, command, more), command)
VARIADIC(fcntl64, fcntl, (int file, int command, ...), (file, command, more), command)
VARIADIC(ioctl, ioctl, (int file, unsigned long request, ...), (file, request, more), request)
SHIM(ssize_t, read, -1, (int file, void *bytes, size_t count), (file, bytes, count))
SHIM(ssize_t, write, -1, (int file, const void *bytes, size_t count), (file, bytes, count))
// The descriptor is closed nevertheless, as Linux does (close(2)).
int close(int file) {
    static int (*_Atomic real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "close");
    int result = real(file);
    return fails(CALL_close) ? -1 : result;
}
SHIM(int, fstat, -1, (int file, struct stat *facts), (file, facts))
SHIM(int, stat, -1, (const char *path, struct stat *facts), (path, facts))
SHIM(DIR *, opendir, NULL, (const char *path), (path))
SHIM(int, pipe2, -1, (int files[2], int flags), (files, flags))
SHIM(int, rename, -1, (const char *from, const char *to), (from, to))
SHIM(int, unlink, -1, (const char *path), (path))
SHIM(int, mkdir, -1, (const char *path, mode_t mode), (path, mode))
SHIM(int, socket, -1, (int domain, int type, int protocol), (domain, type, protocol))
SHIM(int, socketpair, -1, (int domain, int type, int protocol, int files[2]), (domain, type, protocol, files))
SHIM(int, connect, -1, (int file, const struct sockaddr *peer, socklen_t size), (file, peer, size))
SHIM(int, bind, -1, (int file, const struct sockaddr *own, socklen_t size), (file, own, size))
SHIM(int, listen, -1, (int file, int count), (file, count))
SHIM(int, accept, -1, (int file, struct sockaddr *peer, socklen_t *size), (file, peer, size))
SHIM(int, accept4, -1, (int file, struct sockaddr *peer, socklen_t *size, int flags), (file, peer, size, flags))
SHIM(ssize_t, send, -1, (int file, const void *bytes, size_t count, int flags), (file, bytes, count, flags))
SHIM(ssize_t, sendto, -1,
    (int file, const void *bytes, size_t count, int flags, const struct sockaddr *peer, socklen_t size),
    (file, bytes, count, flags, peer, size))
SHIM(ssize_t, sendmsg, -1, (int file, const struct msghdr *message, int flags), (file, message, flags))
SHIM(ssize_t, recv, -1, (int file, void *bytes, size_t count, int flags), (file, bytes, count, flags))
SHIM(ssize_t, recvfrom, -1, (int file, void *bytes, size_t count, int flags, struct sockaddr *peer, socklen_t *size),
    (file, bytes, count, flags, peer, size))
SHIM(ssize_t, recvmsg, -1, (int file, struct msghdr *message, int flags), (file, message, flags))
SHIM(int, getsockname, -1, (int file, struct sockaddr *own, socklen_t *size), (file, own, size))
SHIM(int, getpeername, -1, (int file, struct sockaddr *peer, socklen_t *size), (file, peer, size))
SHIM(int, getsockopt, -1, (int file, int level, int name, void *value, socklen_t *size), (file, level, name, value, size))
SHIM(int, setsockopt, -1, (int file, int level, int name, const void *value, socklen_t size), (file, level, name, value, size))
SHIM(int, shutdown, -1, (int file, int how), (file, how))
SHIM(int, poll, -1, (struct pollfd *files, nfds_t count, int time), (files, count, time))
SHIM(int, epoll_create1, -1, (int flags), (flags))
SHIM(int, epoll_ctl, -1, (int set, int change, int file, struct epoll_event *event), (set, change, file, event))
SHIM(int, epoll_wait, -1, (int set, struct epoll_event *events, int count, int time), (set, events, count, time))
SHIM(int, eventfd, -1, (unsigned int value, int flags), (value, flags))
SHIM(int, timerfd_create, -1, (int clock, int flags), (clock, flags))
SHIM(int, timerfd_settime, -1, (int file, int flags, const struct itimerspec *new, struct itimerspec *old),
    (file, flags, new, old))
SHIM(int, pthread_create, error, (pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *value),
    (thread, attributes, body, value))
SHIM(int, getifaddrs, -1, (struct ifaddrs **list), (list))
SHIM(int, getaddrinfo, EAI_SYSTEM,
    (const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **list),
    (host, service, hints, list))
SHIM(ssize_t, getrandom, -1, (void *bytes, size_t count, unsigned int flags), (bytes, count, flags))
SHIM(pid_t, fork, -1, (void), ())
SHIM(pid_t, waitpid, -1, (pid_t child, int *status, int options), (child, status, options))
