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
#include <link.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALLS(X)                                                                                                            \
    X(open) X(openat) X(read) X(write) X(close) X(fstat) X(stat) X(opendir) X(fcntl) X(ioctl) X(pipe2) X(rename) X(unlink)      \
    X(mkdir) X(socket) X(socketpair) X(connect) X(bind) X(listen) X(accept) X(accept4) X(send) X(sendto) X(sendmsg) X(recv)     \
    X(recvfrom) X(recvmsg) X(getsockname) X(getpeername) X(getsockopt) X(setsockopt) X(shutdown) X(poll) X(epoll_create1)       \
    X(epoll_ctl) X(epoll_wait) X(eventfd) X(timerfd_create) X(timerfd_settime) X(pthread_create) X(getifaddrs) X(getaddrinfo)   \
    X(getrandom) X(fork) X(waitpid) X(pread) X(pwrite) X(writev) X(sendfile) X(fsync) X(fdatasync) X(ftruncate) X(flock)        \
    X(lstat) X(access) X(realpath) X(readlink) X(fchmod) X(fchmodat) X(mkdtemp) X(fopen) X(memfd_create) X(inotify_init1)       \
    X(inotify_add_watch) X(_Fork) X(posix_spawn) X(execve) X(execvp) X(waitid) X(sigwaitinfo) X(dup2) X(setpgid) X(setrlimit)   \
    X(prctl) X(chdir) X(syscall) X(getpwnam_r)

#define NUMBER(name) CALL_##name,
#define NAME(name) #name,
enum { CALLS(NUMBER) CALL_COUNT };
static const char *const names[] = {CALLS(NAME)};

static _Atomic long unshared[CALL_COUNT];
static _Atomic long *counts = unshared;
static int chosen = -1, error;
static long number;
// Found at the start: a child between fork and exec must not search for symbols.
static void *real[CALL_COUNT];
static uintptr_t dispatch_begin, dispatch_end;

// libdispatch ends the process by design if it cannot have its queue of events; nobody can handle that for it.
static int find_dispatch(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size, (void)unused;
    if (!strstr(object->dlpi_name, "libdispatch")) return 0;
    dispatch_begin = object->dlpi_addr;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        uintptr_t end = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr + object->dlpi_phdr[i].p_memsz;
        if (object->dlpi_phdr[i].p_type == PT_LOAD && end > dispatch_end) dispatch_end = end;
    }
    return 1;
}

// Libraries call before the constructor too.
static void *real_of(int call) {
    if (!real[call]) real[call] = dlsym(RTLD_NEXT, names[call]);
    return real[call];
}

__attribute__((constructor)) static void begin(void) {
    const char *call = getenv("TORTURE_CALL"), *n = getenv("TORTURE_NUMBER"), *e = getenv("TORTURE_ERROR");
    for (int i = 0; call && i < CALL_COUNT; i++)
        if (!strcmp(names[i], call)) chosen = i;
    number = n ? atol(n) : 0;
    error = e ? atoi(e) : EIO;
    for (int i = 0; i < CALL_COUNT; i++) real_of(i);
    dl_iterate_phdr(find_dispatch, NULL);
    const char *file = getenv("TORTURE_COUNTS");
    int descriptor = file ? ((int (*)(const char *, int, ...))real[CALL_open])(file, O_RDWR) : -1;
    if (descriptor >= 0) {
        void *shared = mmap(NULL, sizeof unshared, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        if (shared != MAP_FAILED) counts = shared;
        ((int (*)(int))real[CALL_close])(descriptor);
    }
    unsetenv("LD_PRELOAD");
}

#define fails(call) fails_of(call, (uintptr_t)__builtin_return_address(0))
static int fails_of(int call, uintptr_t caller) {
    if (caller >= dispatch_begin && caller < dispatch_end) return 0;
    long count = atomic_fetch_add(&counts[call], 1) + 1;
    if (call != chosen || count != number) return 0;
    errno = error;
    return 1;
}

#define SHIM(result, name, failure, parameters, arguments)                                                                  \
    result name parameters {                                                                                                \
        result(*call) parameters = real_of(CALL_##name);                                                                    \
        return fails(CALL_##name) ? (failure) : call arguments;                                                             \
    }
#define VARIADIC(symbol, name, fixed, arguments, last)                                                                      \
    int symbol fixed {                                                                                                      \
        int(*call) fixed = real_of(CALL_##name);                                                                            \
        va_list rest;                                                                                                       \
        va_start(rest, last);                                                                                               \
        void *more = va_arg(rest, void *);                                                                                  \
        va_end(rest);                                                                                                       \
        return fails(CALL_##name) ? -1 : call arguments;                                                                    \
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
    int result = ((int (*)(int))real_of(CALL_close))(file);
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
SHIM(ssize_t, pread, -1, (int file, void *bytes, size_t count, off_t place), (file, bytes, count, place))
SHIM(ssize_t, pwrite, -1, (int file, const void *bytes, size_t count, off_t place), (file, bytes, count, place))
SHIM(ssize_t, writev, -1, (int file, const struct iovec *parts, int count), (file, parts, count))
SHIM(ssize_t, sendfile, -1, (int to, int from, off_t *place, size_t count), (to, from, place, count))
SHIM(int, fsync, -1, (int file), (file))
SHIM(int, fdatasync, -1, (int file), (file))
SHIM(int, ftruncate, -1, (int file, off_t size), (file, size))
SHIM(int, flock, -1, (int file, int lock), (file, lock))
SHIM(int, lstat, -1, (const char *path, struct stat *facts), (path, facts))
SHIM(int, access, -1, (const char *path, int mode), (path, mode))
SHIM(char *, realpath, NULL, (const char *path, char *whole), (path, whole))
SHIM(ssize_t, readlink, -1, (const char *path, char *target, size_t size), (path, target, size))
SHIM(int, fchmod, -1, (int file, mode_t mode), (file, mode))
SHIM(int, fchmodat, -1, (int folder, const char *path, mode_t mode, int flags), (folder, path, mode, flags))
SHIM(char *, mkdtemp, NULL, (char *pattern), (pattern))
SHIM(FILE *, fopen, NULL, (const char *path, const char *mode), (path, mode))
SHIM(int, memfd_create, -1, (const char *name, unsigned int flags), (name, flags))
SHIM(int, inotify_init1, -1, (int flags), (flags))
SHIM(int, inotify_add_watch, -1, (int file, const char *path, uint32_t events), (file, path, events))
SHIM(pid_t, _Fork, -1, (void), ())
SHIM(int, posix_spawn, error,
    (pid_t *child, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
        char *const arguments[], char *const variables[]),
    (child, path, actions, attributes, arguments, variables))
SHIM(int, execve, -1, (const char *path, char *const arguments[], char *const variables[]), (path, arguments, variables))
SHIM(int, execvp, -1, (const char *name, char *const arguments[]), (name, arguments))
SHIM(int, sigwaitinfo, -1, (const sigset_t *signals, siginfo_t *facts), (signals, facts))
SHIM(int, dup2, -1, (int file, int number), (file, number))
SHIM(int, setpgid, -1, (pid_t process, pid_t group), (process, group))
SHIM(int, setrlimit, -1, (__rlimit_resource_t resource, const struct rlimit *limit), (resource, limit))
SHIM(int, chdir, -1, (const char *path), (path))
SHIM(int, getpwnam_r, error, (const char *name, struct passwd *entry, char *bytes, size_t size, struct passwd **found),
    (name, entry, bytes, size, found))
// What does not wait is not interrupted.
pid_t waitpid(pid_t child, int *status, int options) {
    if (!(options & WNOHANG) && fails(CALL_waitpid)) return -1;
    return ((pid_t(*)(pid_t, int *, int))real_of(CALL_waitpid))(child, status, options);
}
int waitid(idtype_t kind, id_t child, siginfo_t *facts, int options) {
    if (!(options & WNOHANG) && fails(CALL_waitid)) return -1;
    return ((int (*)(idtype_t, id_t, siginfo_t *, int))real_of(CALL_waitid))(kind, child, facts, options);
}
#define ARGUMENTS(type, last)                                                                                               \
    va_list rest;                                                                                                           \
    va_start(rest, last);                                                                                                   \
    type a = va_arg(rest, type), b = va_arg(rest, type), c = va_arg(rest, type), d = va_arg(rest, type);
int prctl(int option, ...) {
    ARGUMENTS(unsigned long, option)
    va_end(rest);
    return fails(CALL_prctl) ? -1 : ((int (*)(int, ...))real_of(CALL_prctl))(option, a, b, c, d);
}
long syscall(long number, ...) {
    ARGUMENTS(long, number)
    long e = va_arg(rest, long), f = va_arg(rest, long);
    va_end(rest);
    // Locks of the standard library and the number of a thread have no failure; without SYS_getrandom OpenSSL keeps a device open.
    if (number != SYS_futex && number != SYS_gettid && number != SYS_getrandom && fails(CALL_syscall)) return -1;
    return ((long (*)(long, ...))real_of(CALL_syscall))(number, a, b, c, d, e, f);
}
