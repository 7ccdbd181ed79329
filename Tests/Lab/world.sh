# The world of the lab: hosts, cables, addresses, an internet, and the programs that run on the hosts.
#
#   client ──┐
#   manager ─┼─ lan0 [gateway] wan0 ── net0 [internet]
#   connman ─┘
#
# Each host is a network namespace. Each client has one cable, of which the other end is a port of the gateway's bridge lan0,
# so that one change of the gateway meets all of them at once. Rows that ask for it have a relay in the middle of each cable:
#
#   client ── [middle] ── lan0 [gateway]

lab=/run/lab
lan4=192.168.50 lan6=2001:db8:50: second=192.168.51
# The last number of each owner's addresses on the internet, over both families.
declare -A owners=(
    [other]=80 [apple]=81 [google]=82 [microsoft]=83 [mozilla]=84 [cloudflare]=85
    [canonical]=86 [fedora]=87 [arch]=88 [opensuse]=89 [gnome]=90 [kde]=91
)
declare -A address=([client]=100 [manager]=101 [connman]=102)
clients=(client manager connman)

# A private view of the machine: what the lab writes to /run, /etc and /var/lib is gone with the last of its processes.
make_private() {
    mount -t tmpfs tmpfs /run
    mount -t tmpfs tmpfs /dev/shm
    mkdir -p $lab/{etc,work,log,pki} /run/{lock,dbus}
    mount -t overlay overlay -o lowerdir=/etc,upperdir=$lab/etc,workdir=$lab/work /etc
    for folder in /var/lib/{NetworkManager,connman,misc} /etc/NetworkManager; do
        if [ -d $folder ]; then mount -t tmpfs tmpfs $folder; fi
    done
    rm -f /etc/resolv.conf && : > /etc/resolv.conf
    echo "hosts: files dns" > /etc/nsswitch.conf
    cp -r Tests/Lab/settings $lab/
    sed -i "s#@LAB@#$lab#g; s#@LAN4@#$lan4#g; s#@LAN6@#$lan6#g" $lab/settings/*
    sed "s#pki/genuine[-0-9]*#pki/past#" $lab/settings/internet.nginx > $lab/settings/internet-past.nginx
}

# on HOST COMMAND...: with its own environment.
environment=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=$lab LANG=C.UTF-8 SWIFT_BACKTRACE=enable=no)
on() { ip netns exec "$1" "${environment[@]}" "${@:2}"; }

# start NAME HOST COMMAND...: in the background, with its own log unless $log is another.
start() {
    ip netns exec "$2" "${environment[@]}" "${@:3}" > "${log:-$lab/log/$1}" 2>&1 < /dev/null &
    echo $! > "$lab/$1.pid"
}

# stop NAME: and wait for its end.
stop() {
    [ -e "$lab/$1.pid" ] || return 0
    kill "$(< "$lab/$1.pid")" 2>/dev/null || true
    for _ in {1..40}; do [ -d "/proc/$(< "$lab/$1.pid")" ] || break; sleep 0.05; done
    kill -KILL "$(< "$lab/$1.pid")" 2>/dev/null || true
    wait "$(< "$lab/$1.pid")" 2>/dev/null || true
    rm "$lab/$1.pid"
}

# waiting SECONDS COMMAND...: until the command succeeds or the time is over.
waiting() {
    local end=$((SECONDS + $1))
    until "${@:2}" > /dev/null 2>&1; do
        if [ $SECONDS -ge $end ]; then return; fi
        sleep 0.03
    done
}

# await SECONDS COMMAND...: the same, and where it never succeeds, something of the lab does not work.
await() {
    waiting "$@"
    "${@:2}" > /dev/null 2>&1 && return
    echo "the lab waited in vain for: ${*:2}" >&2
    tail -n 3 $lab/log/* >&2
    return 1
}

# listening HOST PORT
listening() { on "$1" ss -Hltn "sport = :$2" | grep -q .; }
answering() { on "$1" ss -Hlun "sport = :$2" | grep -q .; }

make_hosts() {
    local host
    for host in gateway internet middle "${clients[@]}"; do
        ip netns add $host
        ip -n $host link set lo up
        on $host sysctl -qw net.ipv6.conf.{all,default}.accept_dad=0 net.ipv6.conf.default.router_solicitation_delay=0
        mkdir -p /etc/netns/$host
        : > /etc/netns/$host/resolv.conf
    done
    on gateway sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1
    # The rules are for what the gateway routes, not for what its bridge forwards. Not every kernel knows the setting.
    on gateway sysctl -qw net.bridge.bridge-nf-call-ip{,6}tables=0 2> /dev/null || true
    on client sysctl -qw net.ipv4.ping_group_range="0 2147483647"
    on client sysctl -qw net.ipv6.conf.default.accept_ra=0
    # The relay alone sends in the middle.
    on middle sysctl -qw net.ipv6.conf.{all,default}.disable_ipv6=1

    ip -n gateway link add lan0 address 02:00:00:00:50:fe type bridge
    ip -n gateway address add $lan4.1/24 dev lan0
    ip -n gateway address add $lan6:1/64 dev lan0
    ip -n gateway link set lan0 up
    for host in "${clients[@]}"; do
        ip link add cable0 netns $host address 02:00:00:00:50:${address[$host]:1} type veth peer name $host netns gateway
        ip -n gateway link set $host master lan0 up
        # A cable between namespaces hands over unfinished checksums, at which ConnMan's DHCP client drops a frame.
        on gateway ethtool -K $host tx off > /dev/null
    done

    ip link add cable1 netns client type veth peer name lan1 netns gateway
    ip -n gateway address add $second.1/24 dev lan1
    ip -n gateway link set lan1 up

    ip link add wan0 netns gateway type veth peer name net0 netns internet
    ip -n gateway address add 203.0.113.2/24 dev wan0
    ip -n gateway address add 2001:db8:113::2/64 dev wan0
    ip -n gateway link set wan0 up
    ip -n internet link set net0 up
    for host in 1 53 96 97 98 "${owners[@]}"; do
        ip -n internet address add 203.0.113.$host/24 dev net0
        ip -n internet address add 2001:db8:113::$host/64 dev net0
    done
    for host in 1.1.1.1 8.8.8.8 9.9.9.9; do ip -n internet address add $host/32 dev net0; done
    for host in 2606:4700:4700::1111 2001:4860:4860::8888 2620:fe::fe; do ip -n internet address add $host/128 dev net0; done
    # Two hosts take every packet and never answer. (.99 is no host, which the gateway says after some seconds.)
    on internet nft 'add table ip lab_mute; add chain ip lab_mute rules { type filter hook input priority filter; }
        add rule ip lab_mute rules ip daddr { 203.0.113.97, 203.0.113.98 } drop'
    ip -n internet route add $lan6:/64 via 2001:db8:113::2
    ip -n internet route add default via 203.0.113.2
    set_uplink up
}

# set_uplink up|down: the gateway's line to the internet.
set_uplink() {
    ip -n gateway link set wan0 "$1"
    if [ "$1" = down ]; then return; fi
    ip -n gateway address replace 2001:db8:113::2/64 dev wan0 nodad
    ip -n gateway route replace default via 203.0.113.1
    ip -n gateway -6 route replace default via 2001:db8:113::1
}

# The internet serves every name of settings/names, over the families and at the addresses of the owner that it states.
start_internet() {
    local name families owner records=()
    while read -r name families owner; do
        if [[ $families = *4* ]]; then records+=("--host-record=$name,203.0.113.${owners[$owner]}"); fi
        if [[ $families = *6* ]]; then records+=("--host-record=$name,2001:db8:113::${owners[$owner]}"); fi
    done < $lab/settings/names
    # The name by which a host finds out whether its network translates (RFC 7050).
    records+=(--host-record=ipv4only.arpa,192.0.0.170 --host-record=ipv4only.arpa,192.0.0.171)
    start internet-names internet dnsmasq --keep-in-foreground --conf-file=/dev/null --no-resolv --no-hosts --user=root \
        --pid-file --bind-interfaces --interface=net0 --local-ttl=30 --local=/#/ "${records[@]}"
    start_pages now
    # The same names over TLS, at the addresses of public resolvers (RFC 7858).
    sed "s#@CERTIFICATE@#genuine#" $lab/settings/dot.conf > $lab/dot.conf
    start internet-dot internet unbound -d -c $lab/dot.conf
    await 5 listening internet 853
    start internet-quic internet perl $lab/settings/quic.pl 1.1.1.1 8.8.8.8 2606:4700:4700::1111 2001:4860:4860::8888 \
        203.0.113.${owners[google]} 203.0.113.${owners[cloudflare]} \
        2001:db8:113::${owners[google]} 2001:db8:113::${owners[cloudflare]}
    await 5 answering internet 443
    await 5 listening internet 53
    # A program on the client that serves a page with a form, like routers and other appliances.
    start client-pages client nginx -c $lab/settings/client.nginx
}

# start_pages now|past: with the clock and the certificates of now, or of three years ago.
start_pages() {
    local clock=() config=internet.nginx
    if [ $1 = past ]; then clock=(env "${past[@]}") config=internet-past.nginx; fi
    start internet-pages internet "${clock[@]}" nginx -c $lab/settings/$config
    await 5 listening internet 443
}
past=(LD_PRELOAD="$(echo /usr/lib/*/faketime/libfaketime.so.1)" FAKETIME=-1095d FAKETIME_DONT_FAKE_MONOTONIC=1)

# plug CLIENT, unplug CLIENT: at the gateway's end of the cable, so that the client sees its carrier come and go.
plug() { ip -n gateway link set "$1" up; }
unplug() { ip -n gateway link set "$1" down; }

# plug_second: the client prefers its second uplink, where the gateway answers no question for a name.
plug_second() {
    on gateway nft 'add table inet lab_second; flush table inet lab_second
        add chain inet lab_second rules { type filter hook input priority filter; }
        add rule inet lab_second rules iifname lan1 meta l4proto { tcp, udp } th dport 53 drop'
    ip -n client link set cable1 up
    ip -n client address replace $second.100/24 dev cable1
    ip -n client route replace default via $second.1 metric 50
}

# plug_equal: one default route of the client has two next hops, over both of its uplinks.
plug_equal() {
    ip -n client link set cable1 up
    ip -n client address replace $second.100/24 dev cable1
    ip -n client -4 route flush exact 0.0.0.0/0
    ip -n client route add default nexthop via $lan4.1 dev cable0 nexthop via $second.1 dev cable1
}

# second_router: the client's default route has two next hops on the same link. The second is another interface of the gateway.
second_router() {
    ip -n gateway link add lan2 type veth peer name lan2-port
    ip -n gateway link set lan2-port master lan0 up
    # Each of the two answers only for its own address.
    on gateway sysctl -qw net.ipv4.conf.{lan0,lan2}.arp_ignore=1
    ip -n gateway address add $lan4.2/32 dev lan2
    ip -n gateway link set lan2 up
    ip -n client -4 route flush exact 0.0.0.0/0
    ip -n client route add default nexthop via $lan4.1 dev cable0 nexthop via $lan4.2 dev cable0
}

# relay_cables [OPTION...]: a relay with these options between each client and the gateway, or none without options.
relay_cables() {
    local host port
    for host in "${clients[@]}"; do
        if [ -e $lab/relay-$host.pid ]; then
            stop relay-$host
            ip -n middle link delete far-$host
            ip -n middle link set $host netns gateway
            ip -n gateway link set $host master lan0 up
            on $host ethtool -K cable0 tx on tso on gso on > /dev/null
        fi
        if [ $# -gt 0 ]; then
            ip -n gateway link set $host netns middle
            ip link add far-$host netns middle type veth peer name $host netns gateway
            ip -n gateway link set $host master lan0 up
            # The relay is to see frames as they are on a real cable.
            on $host ethtool -K cable0 tx off tso off gso off gro off > /dev/null
            on gateway ethtool -K $host tx off tso off gso off gro off > /dev/null
            for port in $host far-$host; do
                on middle ethtool -K $port gro off > /dev/null
                ip -n middle link set $port up
            done
            start relay-$host middle Tests/Lab/relay "$@" $host far-$host
        fi
    done
}

# name_servers FAMILIES KIND...: of all clients, in this order: the gateway's (live), the internet's (far), one that never
# answers (dead), or one of the client itself that does not run (stopped).
name_servers() {
    local host kind dead=97 server=$lan4.1 lines=()
    if [ "$1" = 6 ]; then server=$lan6:1; fi
    for kind in "${@:2}"; do
        if [ "$kind" = live ]; then lines+=("nameserver $server")
        elif [ "$kind" = far ]; then lines+=("nameserver 203.0.113.53")
        elif [ "$kind" = stopped ]; then lines+=("nameserver 127.0.0.53")
        else lines+=("nameserver 203.0.113.$((dead++))")
        fi
    done
    for host in "${clients[@]}"; do printf '%s\n' "${lines[@]}" > /etc/netns/$host/resolv.conf; done
}

# connect FAMILIES: addresses and routes of the host `client`, by hand: of IPv4 (4), IPv6 (6) or both (46), or an address of
# IPv6 that the gateway has, too (duplicate); the other hosts have theirs from the gateway.
connect() {
    ip -n client link set cable0 down
    ip -n client address flush dev cable0
    ip -n client -4 route flush exact 0.0.0.0/0
    ip -n client link set cable0 up
    if [[ $1 = *4* ]]; then
        ip -n client address add $lan4.${address[client]}/24 dev cable0
        ip -n client route add default via $lan4.1 metric 100
    fi
    if [[ $1 = *6* ]]; then
        ip -n client address add $lan6:${address[client]}/64 dev cable0 nodad
        ip -n client -6 route add default via $lan6:1
    fi
    ip -n gateway address delete $lan6:${address[client]}/64 dev lan0 2> /dev/null || true
    if [ "$1" = duplicate ]; then
        ip -n gateway address add $lan6:${address[client]}/64 dev lan0 nodad
        on client sysctl -qw net.ipv6.conf.cable0.accept_dad=1
        ip -n client address add $lan6:${address[client]}/64 dev cable0
        await 5 has_duplicate
        on client sysctl -qw net.ipv6.conf.cable0.accept_dad=0
    fi
}
has_duplicate() { ip -n client address show dev cable0 | grep -q dadfailed; }
