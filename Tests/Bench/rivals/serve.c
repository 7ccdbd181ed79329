// Answers every HTTP request with 204, in one thread. usage: serve PORT
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int count, char **words) {
    static const char answer[] = "HTTP/1.1 204 No Content\r\nServer: bench\r\nCache-Control: no-store\r\n\r\n";
    signal(SIGPIPE, SIG_IGN);
    int one = 1, listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(count > 1 ? atoi(words[1]) : 0)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listening, (struct sockaddr *)&address, sizeof address) || listen(listening, 4096)) return perror("serve"), 1;
    int poll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listening}, events[512];
    epoll_ctl(poll, EPOLL_CTL_ADD, listening, &event);
    for (;;) {
        int ready = epoll_wait(poll, events, 512, -1);
        for (int index = 0; index < ready; index++) {
            int descriptor = events[index].data.fd;
            char request[8192];
            if (descriptor == listening) {
                while ((descriptor = accept4(listening, 0, 0, SOCK_NONBLOCK)) >= 0) {
                    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                    event.data.fd = descriptor;
                    epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
                }
            } else if (read(descriptor, request, sizeof request) <= 0 ||
                       write(descriptor, answer, sizeof answer - 1) < 0) {
                close(descriptor);
            }
        }
    }
}
