// What Swift cannot do, or cannot name, on Linux: calls that the C library declares for _GNU_SOURCE alone, libraries in memory
// that cannot change, and programs. Only numbers and structs of this header cross, so that no type of the C library has two
// modules that declare it.
//
// A program is started as a child process, without a shell, with everything that must happen between fork and exec. It is
// confined, with a keeper between it and this process, or has the rights of this process and no keeper.
//
// Swift code must not run in a child of fork(2), because other threads may hold locks of the runtime. So this part is C,
// and the child makes only calls that are async-signal-safe (signal-safety(7)). posix_spawn(3) does not suffice: it can
// set neither a parent-death signal nor limits.

#ifndef CONNECTIVITY_SYSTEM_H
#define CONNECTIVITY_SYSTEM_H

#ifdef __linux__

#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// pipe2(2) and accept4(2) without the address of the peer. They return -1 with errno if they fail.
int connectivity_pipe(int ends[2], int flags);
int connectivity_accept(int listener, int flags);

// Whether something keeps the clock of the kernel right (adjtimex(2)): 1 or 0, and -1 if the kernel does not say.
int connectivity_clock_is_kept(void);

// Has getaddrinfo(3) look up names with a dot unchanged in this thread, without the search list of resolv.conf(5).
void connectivity_names_are_absolute(void);

// Makes free(3) return blocks of 1 MiB and more to the system, regardless of earlier releases (mallopt(3)).
void connectivity_memory_return_large(void);

// A limit of setrlimit(2): both the soft and the hard one; never more than the hard limit of this process.
struct connectivity_limit {
    int resource;
    uint64_t value;
};

struct connectivity_program {
    // Absolute path of the file to execute.
    const char *path;
    // Both end with a null pointer.
    char *const *arguments;
    char *const *environment;
    // Whether the program is confined: what follows is of confined programs alone.
    int is_confined;
    const struct connectivity_limit *limits;
    int limit_count;
    // User and group of the program; user is -1 if both stay.
    int64_t user;
    int64_t group;
    // A ruleset of Landlock; -1 without one. It stays open in this process.
    int ruleset;
    // Whether the program can change no attributes of files, by a filter of system calls.
    int keeps_attributes;
};

// What the child was doing if it failed.
enum connectivity_stage {
    connectivity_stage_pipe = 1,
    connectivity_stage_fork,
    connectivity_stage_user,
    connectivity_stage_parent,
    connectivity_stage_limits,
    connectivity_stage_descriptors,
    connectivity_stage_confinement,
    connectivity_stage_folder,
    connectivity_stage_execute,
};

struct connectivity_started {
    // The child of this process. Of a confined program that is the keeper, the parent of the program, which ends as the program
    // does, after all that the program has started.
    pid_t process;
    pid_t program;
    // Readable when the process has ended (pidfd_open(2)).
    int descriptor;
    // Our ends of the pipes: non-blocking, closed on exec. The standard output of a program that is not confined is the null
    // device, and `output` is -1.
    int input, output, error;
    int is_confined;
    // If the start failed: the stage. Otherwise 0.
    int stage;
};

// Starts a program and waits until it executes. Returns 0, or the error number with the stage in `started`.
//
// The program leads its own process group, has the default action for every signal, and none is blocked. The parent of a
// confined program is a keeper, which ends it, and every process that it has started, as soon as it ends itself, or the calling
// thread ends (PR_SET_PDEATHSIG of prctl(2)), so that thread must outlive it.
int connectivity_program_start(const struct connectivity_program *program, struct connectivity_started *started);

// The end of a process.
struct connectivity_end {
    // CLD_EXITED, CLD_KILLED or CLD_DUMPED.
    int code;
    // Exit status, or number of the signal.
    int status;
};

// Sends SIGTERM or SIGKILL to the group of the program; SIGKILL of a confined program ends every process that it has started.
void connectivity_program_signal(const struct connectivity_started *started, int signal);

// Returns 1 if the process has ended, 0 if not, and -1 if its end cannot be known. It remains a zombie, so that its
// number stays its own.
int connectivity_program_ended(int descriptor, struct connectivity_end *end);

// Sends SIGKILL in the same way, waits for the end of the process, and reaps it.
void connectivity_program_reap(const struct connectivity_started *started);

// Returns the version of Landlock in this kernel (landlock_create_ruleset(2)), 0 if it has none.
int connectivity_landlock_version(void);

// Makes a ruleset that forbids signals to processes without it, if the kernel can, to trace them, and to read or write their
// memory. If `folders` (ends with a null pointer) is given, it also forbids every change of files, except below them and of
// /dev/null. Returns the descriptor, or -1 with errno.
int connectivity_landlock_ruleset(const char *const *folders);

// Computes the SHA-256 of a regular file (FIPS 180-4) and gives its mode (inode(7)). Returns 0, or the error number; EINVAL
// if it is not a regular file.
int connectivity_file_digest(const char *path, uint8_t digest[32], unsigned *mode);

#ifdef __cplusplus
}
#endif

#endif
#endif
