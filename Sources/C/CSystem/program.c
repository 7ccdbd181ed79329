#ifdef __linux__

#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef P_PIDFD
#define P_PIDFD 3
#endif

// Landlock, from linux/landlock.h of the kernel: headers of distributions lack its newer versions.
#define LANDLOCK_CREATE 444
#define LANDLOCK_ADD 445
#define LANDLOCK_RESTRICT 446
struct landlock_attributes {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};
struct landlock_beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));
// WRITE_FILE, REMOVE_DIR, REMOVE_FILE and MAKE_CHAR to MAKE_SYM.
#define LANDLOCK_CHANGES_1 ((1ULL << 1) | (0x1ffULL << 4))
// From version 2: REFER; from version 3: TRUNCATE.
#define LANDLOCK_REFER (1ULL << 13)
#define LANDLOCK_TRUNCATE (1ULL << 14)
#define LANDLOCK_OF_FILES ((1ULL << 1) | LANDLOCK_TRUNCATE)
// From version 6: signals to processes that have not the same ruleset.
#define LANDLOCK_SCOPE_SIGNALS (1ULL << 1)

int connectivity_landlock_version(void) {
    long version = syscall(LANDLOCK_CREATE, NULL, 0, 1);
    return version < 0 ? 0 : (int)version;
}

static int allow(int ruleset, const char *path, uint64_t changes) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return -1;
    struct stat status;
    if (fstat(descriptor, &status) == 0 && !S_ISDIR(status.st_mode)) changes &= LANDLOCK_OF_FILES;
    struct landlock_beneath rule = {.allowed = changes, .parent = descriptor};
    long result = syscall(LANDLOCK_ADD, ruleset, 1, &rule, 0);
    int number = errno;
    close(descriptor);
    errno = number;
    return (int)result;
}

int connectivity_landlock_ruleset(const char *const *folders) {
    int version = connectivity_landlock_version();
    // Whatever it is about, a process with a ruleset can neither trace a process without it nor read its memory. Before version 2,
    // each ruleset also forbids to move files between folders.
    if (!folders && version < 2) return -1;
    struct landlock_attributes attributes = {.scopes = version >= 6 ? LANDLOCK_SCOPE_SIGNALS : 0};
    if (folders) {
        attributes.files = LANDLOCK_CHANGES_1;
        if (version >= 3) attributes.files |= LANDLOCK_TRUNCATE;
    }
    if (version >= 2 && (folders || version < 6)) attributes.files |= LANDLOCK_REFER;
    int ruleset = (int)syscall(LANDLOCK_CREATE, &attributes, sizeof attributes, 0);
    if (ruleset < 0) return -1;
    int failed = 0;
    if (folders) {
        failed = allow(ruleset, "/dev/null", attributes.files) != 0;
        for (; !failed && *folders; folders++) failed = allow(ruleset, *folders, attributes.files) != 0;
    } else if (attributes.files) {
        failed = allow(ruleset, "/", attributes.files) != 0;
    }
    if (failed) {
        int number = errno;
        close(ruleset);
        errno = number;
        return -1;
    }
    return ruleset;
}

// MARK: In the child

struct failure {
    int stage, number;
};

static void fail(int report, int stage) {
    struct failure failure = {stage, errno};
    ssize_t count = write(report, &failure, sizeof failure);
    (void)count;
    _exit(127);
}

static void close_from(int first) {
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
    // Kernels before 5.9.
    struct rlimit limit;
    int end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536 ? (int)limit.rlim_cur : 65536;
    for (int number = first; number < end; number++) close(number);
}

// The calls that change attributes of files, which Landlock does not cover, and io_uring, which makes calls past a filter. By
// number, because headers lack them: fchmodat2, setxattrat, removexattrat, file_setattr and io_uring_setup.
static const int attribute_calls[] = {
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
    SYS_fchmod, SYS_fchmodat, 452, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, 463, 466, 469, 425,
};
#define ATTRIBUTE_CALLS (sizeof attribute_calls / sizeof *attribute_calls)

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

// Lets the calls that change attributes fail with EPERM; 0 if it did.
static int keep_attributes(void) {
#ifdef MACHINE
    struct sock_filter filter[ATTRIBUTE_CALLS + 6];
    size_t count = 0;
    uint8_t refusal = ATTRIBUTE_CALLS + 3;
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    // Calls in the way of another machine have other numbers.
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 0, refusal);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    // The numbers of x32 begin with this bit.
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, ATTRIBUTE_CALLS + 1, 0);
    for (size_t index = 0; index < ATTRIBUTE_CALLS; index++) {
        uint8_t rest = (uint8_t)(ATTRIBUTE_CALLS - index);
        filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)attribute_calls[index], rest, 0);
    }
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog rules = {.len = (unsigned short)count, .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &rules, 0, 0);
#else
    return 0;
#endif
}

static void confine(const struct connectivity_program *program, int report, pid_t parent) {
    // Without the wrappers of the C library, which would inform the threads that this process does not have.
    if (program->user >= 0) {
        gid_t group = (gid_t)program->group;
        uid_t user = (uid_t)program->user;
        if (syscall(SYS_setgroups, 1, &group) != 0 || syscall(SYS_setresgid, group, group, group) != 0
            || syscall(SYS_setresuid, user, user, user) != 0)
            fail(report, connectivity_stage_user);
    }
    // A change of the user clears the signal, so it is set after that.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) fail(report, connectivity_stage_parent);
    // The parent may have ended before.
    if (getppid() != parent) _exit(127);

    for (int index = 0; index < program->limit_count; index++) {
        struct rlimit limit;
        int resource = program->limits[index].resource;
        rlim_t value = (rlim_t)program->limits[index].value;
        if (getrlimit(resource, &limit) != 0) fail(report, connectivity_stage_limits);
        if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value) value = limit.rlim_max;
        limit.rlim_cur = limit.rlim_max = value;
        // The number of open descriptors may be above the limit; only new ones count.
        if (setrlimit(resource, &limit) != 0) fail(report, connectivity_stage_limits);
    }

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail(report, connectivity_stage_confinement);
    if (program->ruleset >= 0 && syscall(LANDLOCK_RESTRICT, program->ruleset, 0) != 0)
        fail(report, connectivity_stage_confinement);
    if (program->keeps_attributes && keep_attributes() != 0) fail(report, connectivity_stage_confinement);

    umask(077);
    if (chdir("/") != 0) fail(report, connectivity_stage_folder);
}

static void reset_signals(void) {
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
}

static void child(const struct connectivity_program *program, int ends[3], int report, pid_t parent) {
    setpgid(0, 0);
    if (program->is_confined) confine(program, report, parent);

    // None of the ends is below 4, see descriptor_above.
    for (int number = 0; number < 3; number++)
        if (dup2(ends[number], number) < 0) fail(report, connectivity_stage_descriptors);
    if (dup3(report, 3, O_CLOEXEC) < 0) fail(report, connectivity_stage_descriptors);
    report = 3;
    close_from(4);

    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(program->path, program->arguments, program->environment);
    fail(report, connectivity_stage_execute);
}

// MARK: In the keeper

// Sends SIGKILL to every child of this process. Returns whether they can be known.
static int kill_children(void) {
    int descriptor = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    char text[4096];
    pid_t number = 0;
    ssize_t count;
    // Each number has a space behind it.
    while ((count = read(descriptor, text, sizeof text)) > 0)
        for (ssize_t index = 0; index < count; index++) {
            if (text[index] >= '0' && text[index] <= '9') {
                number = number * 10 + (text[index] - '0');
            } else {
                if (number > 0) kill(number, SIGKILL);
                number = 0;
            }
        }
    close(descriptor);
    return 1;
}

// Ends as another process has ended.
static void end_as(int status) {
    if (WIFSIGNALED(status)) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        int number = WTERMSIG(status);
        sigset_t rest;
        sigfillset(&rest);
        sigdelset(&rest, number);
        kill(getpid(), number);
        sigprocmask(SIG_SETMASK, &rest, NULL);
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 127);
}

// A process between this one and the program. What the program starts becomes its child when its own parent ends, so it can
// end all of that, whatever group or session it is in. It lives as long as the program, passes signals on, and ends as the
// program has ended. The outer one keeps an inner one: if anything kills either, the other ends the rest.
static void keep(const struct connectivity_program *program, int ends[3], int report, pid_t parent, int is_outer) {
    reset_signals();
    // So that a terminal sends it nothing. All signals are blocked; three are taken below.
    setpgid(0, 0);
    prctl(PR_SET_NAME, "plugin-keeper", 0, 0, 0);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0) != 0)
        fail(report, connectivity_stage_parent);
    // The parent may have ended before.
    if (getppid() != parent) _exit(127);
    pid_t keeper = getpid();
    pid_t process = _Fork();
    if (process < 0) fail(report, connectivity_stage_fork);
    if (process == 0 && is_outer) keep(program, ends, report, keeper, 0);
    if (process == 0) child(program, ends, report, keeper);
    // Both sides do this, so that it is done whoever runs first.
    setpgid(process, process);
    struct failure none = {0, process};
    if (!is_outer) {
        ssize_t written = write(report, &none, sizeof none);
        (void)written;
    }
    close_from(0);
    int status = chdir("/");

    sigset_t taken;
    sigemptyset(&taken);
    sigaddset(&taken, SIGCHLD);
    sigaddset(&taken, SIGTERM);
    sigaddset(&taken, SIGUSR1);
    siginfo_t ended = {.si_pid = 0};
    int number = 0;
    while (number != SIGTERM && ended.si_pid != process) {
        number = sigwaitinfo(&taken, NULL);
        if (number == SIGUSR1) kill(-process, is_outer ? SIGUSR1 : SIGTERM);
        // The program stays a zombie, so that the number of its group stays its own.
        ended.si_pid = 0;
        while (number == SIGCHLD && waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0
            && ended.si_pid != process)
            waitpid(ended.si_pid, NULL, 0);
    }
    kill(-process, SIGKILL);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    while (kill_children() && (waitpid(-1, NULL, 0) >= 0 || errno == EINTR)) {
    }
    end_as(status);
}

// MARK: In the parent

static void close_all(int *descriptors, int count) {
    for (int index = 0; index < count; index++)
        if (descriptors[index] >= 0) close(descriptors[index]);
}

// Replaces a descriptor below 4 by a copy above, so that the child can use the low numbers.
static int descriptor_above(int *descriptor) {
    if (*descriptor > 3 || *descriptor < 0) return 0;
    int copy = fcntl(*descriptor, F_DUPFD_CLOEXEC, 4);
    if (copy < 0) return -1;
    close(*descriptor);
    *descriptor = copy;
    return 0;
}

int connectivity_program_start(const struct connectivity_program *program, struct connectivity_started *started) {
    // Pairs of a reading and a writing end: input, output, error, report.
    int ends[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
    started->stage = connectivity_stage_pipe;
    for (int pair = 0; pair < 8; pair += 2) {
        if (pair == 2 && !program->is_confined) ends[3] = open("/dev/null", O_WRONLY | O_CLOEXEC);
        else if (pipe2(ends + pair, O_CLOEXEC) != 0) goto failed;
    }
    if (ends[3] < 0) goto failed;
    for (int index = 0; index < 8; index++)
        if (descriptor_above(ends + index) != 0) goto failed;
    if (fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0 || fcntl(ends[4], F_SETFL, O_NONBLOCK) != 0
        || (ends[2] >= 0 && fcntl(ends[2], F_SETFL, O_NONBLOCK) != 0))
        goto failed;

    started->stage = connectivity_stage_fork;
    pid_t parent = getpid();
    // No signal may reach the child while handlers of this process are set.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    // _Fork does not call handlers of pthread_atfork(3), which need not be async-signal-safe.
    pid_t process = _Fork();
    if (process == 0) {
        int theirs[3] = {ends[0], ends[3], ends[5]};
        if (program->is_confined) keep(program, theirs, ends[7], parent, 1);
        reset_signals();
        child(program, theirs, ends[7], parent);
    }
    int fork_error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (process < 0) {
        errno = fork_error;
        goto failed;
    }
    close(ends[0]);
    close(ends[3]);
    close(ends[5]);
    close(ends[7]);
    ends[0] = ends[3] = ends[5] = ends[7] = -1;

    // Nobody else reaps the process, so the number is still its own.
    int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
    int number = descriptor < 0 ? errno : 0;
    if (descriptor >= 0) {
        // The number of the program, and why it does not execute. The end of file means that it executes, or that the keeper
        // ended because we are ending.
        struct failure message, failure = {0, 0};
        pid_t program_number = program->is_confined ? 0 : process;
        ssize_t count;
        while ((count = read(ends[6], &message, sizeof message)) == sizeof message || (count < 0 && errno == EINTR)) {
            if (count < 0) continue;
            if (message.stage == 0) program_number = message.number;
            else failure = message;
        }
        if (count == 0 && failure.stage == 0) {
            close(ends[6]);
            *started = (struct connectivity_started){
                .process = process, .program = program_number, .descriptor = descriptor, .input = ends[1],
                .output = ends[2], .error = ends[4], .is_confined = program->is_confined, .stage = 0};
            return 0;
        }
        number = failure.stage != 0 ? failure.number : EPROTO;
        started->stage = failure.stage != 0 ? failure.stage : connectivity_stage_fork;
    }
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
    }
    if (descriptor >= 0) close(descriptor);
    errno = number;

failed:;
    int saved = errno;
    close_all(ends, 8);
    return saved;
}

int connectivity_program_ended(int descriptor, struct connectivity_end *end) {
    siginfo_t information;
    memset(&information, 0, sizeof information);
    if (waitid(P_PIDFD, (id_t)descriptor, &information, WEXITED | WNOHANG | WNOWAIT) != 0) return -1;
    if (information.si_pid == 0) return 0;
    end->code = information.si_code;
    end->status = information.si_status;
    return 1;
}

void connectivity_program_signal(const struct connectivity_started *started, int signal) {
    if (started->is_confined) kill(started->process, signal == SIGKILL ? SIGTERM : SIGUSR1);
    else kill(-started->process, signal);
}

void connectivity_program_reap(const struct connectivity_started *started) {
    connectivity_program_signal(started, SIGKILL);
    siginfo_t information;
    while (waitid(P_PIDFD, (id_t)started->descriptor, &information, WEXITED) != 0 && errno == EINTR) {
    }
}

#endif
