# Records the kernel's netlink messages of set-ups that ordinary machines have, a file each.
# Addresses are those for documentation, MAC addresses are locally administered, keys are made and forgotten here.

load record
# Namespaces without the fallback devices that each kind of tunnel adds to them.
echo 1 > /proc/sys/net/core/fb_tunnels_only_for_init_net

out=/dev/ttyS1

# begin NAME WHAT: a separate network namespace, and the head of a file. The set-up follows on standard input.
begin() {
    name=$1
    ip netns add "$name"
    ip -n "$name" link set lo up
    cat > /tmp/setup
    (
        echo "=== $name"
        echo "# what: $2"
        echo "# kernel: Linux $(uname -r), Debian"
        sed 's/^/# set-up: /' /tmp/setup
        echo
    ) > $out
    ip netns exec "$name" sh -x /tmp/setup
    sleep 1
}
tables() { ip netns exec "$name" netlink-record tables > $out; }

begin virtual-kinds "one interface of each kind that the kernel makes on its own, most of them unconfigured" <<'EOF'
ip link add up0 address 02:00:00:00:01:01 type dummy
ip link set up0 up
ip address add 192.0.2.10/24 dev up0
ip address add 2001:db8::10/64 dev up0 nodad
ip link add link up0 name up0.7 type vlan id 7
ip link add bond0 address 02:00:00:00:01:02 type bond mode active-backup
ip link add member0 address 02:00:00:00:01:03 type dummy
ip link set member0 master bond0
ip link add team0 address 02:00:00:00:01:04 type team
ip link add bridge0 address 02:00:00:00:01:05 type bridge
ip link add port0 address 02:00:00:00:01:06 type dummy
ip link set port0 master bridge0
ip link add pair0 address 02:00:00:00:01:07 type veth peer name pair1 address 02:00:00:00:01:08
ip link add link up0 name macvlan0 address 02:00:00:00:01:09 type macvlan mode bridge
ip link add base0 address 02:00:00:00:01:0c type dummy
ip link add link base0 name ipvlan0 type ipvlan mode l2
ip link add base1 address 02:00:00:00:01:0e type dummy
ip link add link base1 name macvtap0 address 02:00:00:00:01:0f type macvtap mode bridge
ip link add base2 address 02:00:00:00:01:10 type dummy
ip link add link base2 name ipvtap0 type ipvtap mode l2
ip link add vxlan0 address 02:00:00:00:01:11 type vxlan id 7 remote 192.0.2.1 dstport 4789 dev up0
ip link add geneve0 address 02:00:00:00:01:12 type geneve id 7 remote 192.0.2.1
ip link add vrf0 address 02:00:00:00:01:13 type vrf table 10
ip link add ifb7 address 02:00:00:00:01:14 type ifb
ip link add gre1 type gre local 192.0.2.10 remote 192.0.2.1
ip link add gretap1 address 02:00:00:00:01:15 type gretap local 192.0.2.10 remote 192.0.2.1
ip link add erspan1 address 02:00:00:00:01:16 type erspan local 192.0.2.10 remote 192.0.2.1 seq key 7 erspan_ver 1 erspan 7
ip link add ip6gre1 type ip6gre local 2001:db8::10 remote 2001:db8::1
ip link add ip6gretap1 address 02:00:00:00:01:17 type ip6gretap local 2001:db8::10 remote 2001:db8::1
ip link add ipip1 type ipip local 192.0.2.10 remote 192.0.2.1
ip link add sit1 type sit local 192.0.2.10 remote 192.0.2.1
ip link add ip6tnl1 type ip6tnl local 2001:db8::10 remote 2001:db8::1
ip link add vti1 type vti local 192.0.2.10 remote 192.0.2.2 key 7
ip link add vti61 type vti6 local 2001:db8::10 remote 2001:db8::2 key 7
ip link add xfrm0 type xfrm dev up0 if_id 7
ip link add wg0 type wireguard
ip link add base3 address 02:00:00:00:01:19 type dummy
ip link add link base3 name macsec0 type macsec
ip link add batadv0 address 02:00:00:00:01:18 type batadv
ip link add nlmon0 type nlmon
ip link add vcan0 type vcan
ip tuntap add dev tun0 mode tun
ip tuntap add dev tap0 mode tap
ip link set tap0 address 02:00:00:00:01:1a
EOF
tables

begin plain-uplink "one uplink with both families, no tunnel, no custom rules" <<'EOF'
ip link add up0 address 02:00:00:00:02:01 type dummy
ip link set up0 up
ip address add 192.0.2.10/24 dev up0
ip address add 2001:db8::10/64 dev up0 nodad
ip route add default via 192.0.2.1 dev up0 proto dhcp metric 100
ip -6 route add default via fe80::1 dev up0 proto ra metric 100
EOF
tables

begin wg-quick "a full tunnel as wg-quick makes it: the default routes in table 51820, the rules with suppressed prefixes and a mark" <<'EOF'
ip link add up0 address 02:00:00:00:02:01 type dummy
ip link set up0 up
ip address add 192.0.2.10/24 dev up0
ip address add 2001:db8::10/64 dev up0 nodad
ip route add default via 192.0.2.1 dev up0 proto dhcp metric 100
ip -6 route add default via fe80::1 dev up0 proto ra metric 100
ip link add wg0 type wireguard
ip -4 address add 198.51.100.2/32 dev wg0
ip -6 address add 2001:db8:1::2/128 dev wg0
ip link set mtu 1420 up dev wg0
wg set wg0 fwmark 51820
ip -6 route add ::/0 dev wg0 table 51820
ip -6 rule add not fwmark 51820 table 51820
ip -6 rule add table main suppress_prefixlength 0
ip -4 route add 0.0.0.0/0 dev wg0 table 51820
ip -4 rule add not fwmark 51820 table 51820
ip -4 rule add table main suppress_prefixlength 0
EOF
tables

begin wg-split "a WireGuard tunnel to one network, with the default route on the uplink" <<'EOF'
ip link add up0 address 02:00:00:00:02:01 type dummy
ip link set up0 up
ip address add 192.0.2.10/24 dev up0
ip route add default via 192.0.2.1 dev up0 proto dhcp metric 100
ip link add wg0 type wireguard
ip -4 address add 198.51.100.2/32 dev wg0
ip link set mtu 1420 up dev wg0
ip -4 route add 203.0.113.0/24 dev wg0
EOF
tables

begin half-defaults "a full tunnel in the main table, as OpenVPN's redirect-gateway def1 makes it: two halves and a way to the server" <<'EOF'
ip link add up0 address 02:00:00:00:02:01 type dummy
ip link set up0 up
ip address add 192.0.2.10/24 dev up0
ip route add default via 192.0.2.1 dev up0 proto dhcp metric 100
ip tuntap add dev tun0 mode tun
ip link set tun0 up
ip address add 198.51.100.2/24 dev tun0
ip route add 203.0.113.1/32 via 192.0.2.1
ip route add 0.0.0.0/1 via 198.51.100.1 dev tun0
ip route add 128.0.0.0/1 via 198.51.100.1 dev tun0
ip -6 route add 2000::/4 dev tun0
ip -6 route add 3000::/4 dev tun0
EOF
tables

begin policy-ipsec "policy-based IPsec as strongSwan makes it: a rule for table 220 with a source-only route, no separate interface" <<'EOF'
ip link add up0 address 02:00:00:00:02:01 type dummy
ip link set up0 up
ip address add 192.0.2.10/24 dev up0
ip address add 198.51.100.2/32 dev up0
ip route add default via 192.0.2.1 dev up0 proto dhcp metric 100
ip rule add pref 220 table 220
ip route add default via 192.0.2.1 dev up0 proto static src 198.51.100.2 table 220
EOF
tables

begin mesh-rules "rules as Tailscale makes them: a marked way out first, then table 52 before the main one" <<'EOF'
ip link add up0 address 02:00:00:00:02:01 type dummy
ip link set up0 up
ip address add 192.0.2.10/24 dev up0
ip route add default via 192.0.2.1 dev up0 proto dhcp metric 100
ip tuntap add dev mesh0 mode tun
ip link set mesh0 up
ip address add 198.51.100.2/32 dev mesh0
ip rule add pref 5210 fwmark 0x80000/0xff0000 table main
ip rule add pref 5230 fwmark 0x80000/0xff0000 table default
ip rule add pref 5250 fwmark 0x80000/0xff0000 type unreachable
ip rule add pref 5270 table 52
ip route add 203.0.113.7/32 dev mesh0 table 52
ip route add default dev mesh0 table 52
EOF
tables

begin bonded "a default route over a VLAN on a bond of two members" <<'EOF'
ip link add bond0 address 02:00:00:00:02:01 type bond mode active-backup miimon 100
ip link add member0 address 02:00:00:00:02:02 type dummy
ip link add member1 address 02:00:00:00:02:03 type dummy
ip link set member0 master bond0
ip link set member1 master bond0
ip link set bond0 up
ip link add link bond0 name bond0.7 type vlan id 7
ip link set bond0.7 up
ip address add 192.0.2.10/24 dev bond0.7
ip route add default via 192.0.2.1 dev bond0.7 metric 100
EOF
tables

begin vrf "an uplink in a VRF with a separate default route, next to the main table's" <<'EOF'
ip link add up0 address 02:00:00:00:02:01 type dummy
ip link set up0 up
ip address add 192.0.2.10/24 dev up0
ip route add default via 192.0.2.1 dev up0 metric 100
ip link add vrf0 address 02:00:00:00:02:02 type vrf table 10
ip link set vrf0 up
ip link add up1 address 02:00:00:00:02:03 type dummy
ip link set up1 master vrf0
ip link set up1 up
ip address add 198.51.100.2/24 dev up1
ip route add default via 198.51.100.1 dev up1 table 10
EOF
tables

begin no-way "default routes that lead nowhere: unreachable, blackhole, and one over next-hop objects that works" <<'EOF'
ip link add up0 address 02:00:00:00:02:01 type dummy
ip link set up0 up
ip address add 192.0.2.10/24 dev up0
ip address add 2001:db8::10/64 dev up0 nodad
ip nexthop add id 1 via 192.0.2.1 dev up0
ip nexthop add id 2 via 192.0.2.2 dev up0
ip nexthop add id 3 group 1/2
ip route add default nhid 1 metric 100
ip route add default nhid 3 metric 200
ip route add unreachable default metric 4278198272
ip -6 route add blackhole default metric 300
EOF
tables

begin ppp "a session over a serial line: pppd with a pppd on its other end" <<'EOF'
ip link add up0 address 02:00:00:00:02:01 type dummy
ip link set up0 up
pppd noauth nodetach local nocrtscts pty "pppd noauth nodetach notty local" 192.0.2.61:192.0.2.62 > /tmp/pppd.log 2>&1 &
n=0; until ip address show ppp0 2>/dev/null | grep -q 192.0.2.61 || [ $n -gt 20 ]; do sleep 1; n=$((n + 1)); done
ip route add default dev ppp0 metric 500
EOF
tables
cat /tmp/pppd.log
