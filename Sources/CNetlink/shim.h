#ifndef CNETLINK_SHIM_H
#define CNETLINK_SHIM_H
#ifdef __linux__
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#endif
#endif
