#ifdef __linux__

#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

static int64_t milliseconds(void) {
    // Counts while the system sleeps, when what was ended before a sign-in must not stay so.
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t smaller(int64_t left, int64_t right) { return left < right ? left : right; }

static void close_from(int first) {
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
    // Kernels before 5.9.
    long end = sysconf(_SC_OPEN_MAX);
    if (end < 0 || end > 65536) end = 65536;
    for (int number = first; number < end; number++) close(number);
}

static void set_signals(int first, int last, void (*action)(int)) {
    struct sigaction wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.sa_handler = action;
    for (int number = first; number <= last; number++) sigaction(number, &wanted, NULL);
}

static void execute(const struct connectivity_program *program) {
    setpgid(0, 0);
    set_signals(1, NSIG - 1, SIG_DFL);
    set_signals(SIGHUP, SIGINT, SIG_IGN);
    set_signals(SIGTERM, SIGTERM, SIG_IGN);
    int null = open("/dev/null", O_RDWR);
    for (int number = 0; null >= 0 && number < 3; number++) dup2(null, number);
    close_from(3);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(program->path, program->arguments, program->environment);
    _exit(127);
}

// Runs the program within its limit, and returns how it ended.
static struct connectivity_end run(const struct connectivity_program *program, int64_t limit) {
    struct connectivity_end end = {0, 0};
    pid_t process;
    // The limit of processes may be reached for a moment.
    for (int attempt = 0; (process = _Fork()) < 0 && attempt < 50; attempt++) poll(NULL, 0, 100);
    if (process < 0) {
        end.status = errno;
        return end;
    }
    if (process == 0) execute(program);
    setpgid(process, process);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    int64_t deadline = milliseconds() + limit;
    siginfo_t information;
    while (1) {
        memset(&information, 0, sizeof information);
        int status = waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG);
        if (status == 0 && information.si_pid == process) break;
        if (status != 0 && errno != EINTR) return end;
        int64_t rest = deadline - milliseconds();
        if (rest <= 0) kill(-process, SIGKILL);
        // In short steps, because this wait does not count while the system sleeps.
        int64_t step = rest <= 0 ? 100 : smaller(rest, 1000);
        struct timespec wait = {step / 1000, step % 1000 * 1000000};
        sigtimedwait(&child, NULL, &wait);
    }
    end.code = information.si_code;
    end.status = information.si_status;
    return end;
}

static void watch(
    const struct connectivity_program *program, int64_t limit, int64_t program_limit, int input, int report
) {
    if (setsid() < 0) _exit(127);
    set_signals(1, NSIG - 1, SIG_DFL);
    prctl(PR_SET_NAME, "sign-in-around", 0, 0, 0);
    // Whoever starts this process is no debugger of a copy of its memory.
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    // None of the ends is below 5, see connectivity_watchdog_start.
    if (dup2(input, 3) < 0 || dup2(report, 4) < 0) _exit(127);
    close_from(5);
    int null = open("/dev/null", O_RDWR);
    for (int number = 0; null >= 0 && number < 3; number++) dup2(null, number);
    if (null > 4) close(null);
    struct connectivity_end ready = {0, 0};
    if (write(4, &ready, sizeof ready) != sizeof ready) _exit(127);

    int64_t deadline = milliseconds() + limit;
    int64_t rest;
    while ((rest = deadline - milliseconds()) > 0) {
        struct pollfd wait = {.fd = 3, .events = POLLIN};
        if (poll(&wait, 1, (int)smaller(rest, 1000)) > 0) break;
    }
    struct connectivity_end end = run(program, program_limit);
    ssize_t written = write(4, &end, sizeof end);
    (void)written;
    _exit(0);
}

void connectivity_watchdog_reap(const struct connectivity_watchdog *watchdog) {
    while (waitpid(watchdog->process, NULL, 0) < 0 && errno == EINTR) {
    }
}

// Returns a copy of a descriptor that is not below 5.
static int lifted(int descriptor) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 5);
    int number = errno;
    close(descriptor);
    errno = number;
    return copy;
}

int connectivity_watchdog_start(
    const struct connectivity_program *program,
    int64_t limit,
    int64_t program_limit,
    struct connectivity_watchdog *watchdog
) {
    int ends[4] = {-1, -1, -1, -1};
    int number = 0;
    if (pipe2(ends, O_CLOEXEC) != 0 || pipe2(ends + 2, O_CLOEXEC) != 0) number = errno;
    for (int index = 0; number == 0 && index < 4; index++)
        if ((ends[index] = lifted(ends[index])) < 0) number = errno;
    if (number == 0) {
        // Blocked in all that follows, so that no signal reaches a process that has the handlers of this one.
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        pid_t process = _Fork();
        if (process == 0) watch(program, limit, program_limit, ends[0], ends[3]);
        if (process < 0) number = errno;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        close(ends[0]);
        close(ends[3]);
        ends[0] = ends[3] = -1;
        watchdog->process = process;
    }
    struct connectivity_end ready;
    ssize_t count = 0;
    while (number == 0 && (count = read(ends[2], &ready, sizeof ready)) < 0 && errno == EINTR) {
    }
    if (number == 0 && count != sizeof ready) {
        number = ECHILD;
        connectivity_watchdog_reap(watchdog);
    }
    if (number == 0) {
        watchdog->input = ends[1];
        watchdog->report = ends[2];
        return 0;
    }
    for (int index = 0; index < 4; index++)
        if (ends[index] >= 0) close(ends[index]);
    return number;
}

#endif
