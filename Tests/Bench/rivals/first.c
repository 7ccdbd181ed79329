// Starts commands one after the other and measures each: to its first connection, to its end, its processor time and its memory.
// usage: first RUNS PORT NAME COMMAND... [-- NAME COMMAND...]...
// Prints a line per command: name, microseconds to the connection (least, median), to the end, of the processor, and KiB.
// A command whose name begins with "nothing" makes no connection.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int byTime(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

int main(int words, char **word) {
    static const char answer[] = "HTTP/1.1 204 No Content\r\n\r\n";
    if (words < 5) return 64;
    int runs = atoi(word[1]), count = 0, one = 1;
    char **commands[8];
    for (int index = 2; index < words && count < 8; index++)
        if (index == 2 || !strcmp(word[index], "--")) {
            if (index > 2) word[index] = NULL;
            commands[count++] = word + index + 1;
        }
    int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(word[2]))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(listening, (struct sockaddr *)&address, sizeof address) || listen(listening, 64)) return perror("first"), 1;
    double *times[8][3];
    long memory[8] = {0};
    for (int which = 0; which < count; which++)
        for (int kind = 0; kind < 3; kind++) times[which][kind] = calloc(runs, sizeof(double));
    for (int run = 0; run < runs; run++)
        for (int which = 0; which < count; which++) {
            char request[8192];
            struct rusage usage;
            double start = now();
            pid_t child = fork();
            if (!child) {
                int nothing = open("/dev/null", O_RDWR);
                dup2(nothing, 1);
                dup2(nothing, 2);
                execvp(commands[which][1], commands[which] + 1);
                _exit(127);
            }
            struct pollfd wait = {.fd = listening, .events = POLLIN};
            int connection = -1;
            if (strncmp(commands[which][0], "nothing", 7)) {
                if (poll(&wait, 1, 10000) < 1) return fprintf(stderr, "%s does not connect\n", commands[which][0]), 1;
                connection = accept4(listening, 0, 0, SOCK_CLOEXEC);
                times[which][0][run] = now() - start;
                if (read(connection, request, sizeof request) > 0 && write(connection, answer, sizeof answer - 1) < 0)
                    return perror("first"), 1;
                shutdown(connection, SHUT_WR);
            }
            wait4(child, NULL, 0, &usage);
            times[which][1][run] = now() - start;
            if (connection >= 0) close(connection);
            times[which][2][run] = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 + usage.ru_utime.tv_usec +
                                   usage.ru_stime.tv_usec;
            if (usage.ru_maxrss > memory[which]) memory[which] = usage.ru_maxrss;
        }
    for (int which = 0; which < count; which++) {
        printf("%s", commands[which][0]);
        for (int kind = 0; kind < 3; kind++) {
            qsort(times[which][kind], runs, sizeof(double), byTime);
            printf(" %.0f %.0f", times[which][kind][0], times[which][kind][runs / 2]);
        }
        printf(" %ld\n", memory[which]);
    }
}
