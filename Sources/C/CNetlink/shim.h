#ifndef CNETLINK_SHIM_H
#define CNETLINK_SHIM_H
#ifdef __linux__
#include <linux/genetlink.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/nexthop.h>
#include <linux/nl80211.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

/* Declared by <sched.h> for _GNU_SOURCE alone, which Swift does not define. The tests work in separate namespaces. */
int setns(int fd, int nstype);
int unshare(int flags);

/* Opens a timer that no time reaches, and that becomes readable when the clock is set: timerfd_create(2). */
static inline int cnetlink_clock_watch(void) {
    struct itimerspec never = {.it_value = {.tv_sec = INT64_MAX}};
    int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (timer < 0 || timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) == 0) return timer;
    close(timer);
    return -1;
}
#endif
#endif
