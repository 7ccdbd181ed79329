// Runs a command and measures it, with the processes that it waited for. usage: timed OUTPUT COMMAND...
// Prints the microseconds on the clock, those of the processor, and the peak of memory in KiB. Exit status 1, without a line, if
// the command cannot be run, or reports wrong usage or worse (64 and above).
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double micros(struct timeval time) { return time.tv_sec * 1e6 + time.tv_usec; }

int main(int words, char **word) {
    if (words < 3) return 64;
    struct timespec from, to;
    struct rusage usage;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &from);
    pid_t child = fork();
    if (!child) {
        int output = open(word[1], O_WRONLY | O_CREAT | O_TRUNC, 0644);
        if (output < 0 || dup2(output, 1) < 0) _exit(126);
        execvp(word[2], word + 2);
        _exit(127);
    }
    if (wait4(child, &status, 0, &usage) < 0) return perror("timed"), 1;
    clock_gettime(CLOCK_MONOTONIC, &to);
    if (!WIFEXITED(status) || WEXITSTATUS(status) >= 64) return fprintf(stderr, "%s: status %d\n", word[2], status), 1;
    printf("%.0f %.0f %ld\n", (to.tv_sec - from.tv_sec) * 1e6 + (to.tv_nsec - from.tv_nsec) / 1e3,
           micros(usage.ru_utime) + micros(usage.ru_stime), usage.ru_maxrss);
    return 0;
}
