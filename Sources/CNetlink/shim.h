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

/* Declared by <sched.h> for _GNU_SOURCE alone, which Swift does not define. The tests work in namespaces of their own. */
int setns(int fd, int nstype);
int unshare(int flags);
#endif
#endif
