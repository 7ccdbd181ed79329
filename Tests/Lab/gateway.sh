# What the gateway does, as words that the column "gateway" of behaviours.tsv strings together.
#
#   honest                    nothing is done to anybody
#   wall PAGE HTTPS [FAMILY]  http is answered with the page, https as stated, the rest is rejected; of FAMILY ipv4 only that
#   pass OWNER...             these owners are let through, whatever follows
#   mute HOW OWNER...         these owners are dropped, or reset, whatever follows
#   own PAGE OWNER...         these owners answer http with the page
#   tls CERTIFICATE [OWNER...]    http is honest, https (of these owners) ends at the gateway
#   cut HOW                   connections to ports 80 and 443 open at the gateway, which closes each at once (close), after 2 s (late),
#                             resets it (reset), or never answers (silent)
#   stall BYTES               each TCP connection is silent once it has brought this many bytes, headers included
#   forward RULE              an nftables rule for what passes through, in both directions
#   input RULE                ... for what is for the gateway itself
#   arp RULE                  ... for questions for hardware addresses
#   uplink down               the gateway's line to the internet is down
#   lease none                the client has a link and no address
#   tunnel [idle]             the client has a VPN, which it prefers and which never answers, or which has no carrier (idle)
#   firewall RULE             an nftables rule of the client itself, for what it sends
#   containers RANGE          the client has a bridge with this range of addresses, such as containers have
#   clat                      the client translates IPv4 itself, for programs that know no IPv6 (RFC 6877)
#   proxy                     the gateway has a proxy, which the client's environment names
#   proxied KIND              the client is set to use a proxy of the gateway, which is squid, nobody's (none), one that is silent, or
#                             answers every request to connect with a status (407, 403, 502), or all requests with a page (page)
#   asking URL...             explain is asked about these endpoints in place of the default ones
#   witnesses                 explain may ask well-known hosts in addition to these endpoints
#   rate BITS                 the line of the gateway carries BITS per second
#   store old                 explain trusts an authority that no host has
#   past                      the internet's clock and certificates are those of three years ago
#   duplicate                 the gateway has the client's address, over IPv6
#   stub                      the client asks for names over TLS, by a separate program, and its lease names the gateway's server
#   encrypted [HOW]           the same, and its systemd-resolved is set to that (DNSOverTLS=yes); intercepted: somebody on the way
#                             answers under another certificate; other: at the resolver's address is another host
#   nat64                     the gateway translates IPv6 to IPv4, and its name server makes addresses for that (DNS64)
#   names KIND                honest, hijacked, refused, silent, servfail, nxdomain, closed; unknown: only names that nobody
#                             has are the gateway's; filtered: the server says that it filters (RFC 8914);
#                             silent-aaaa: questions for addresses of IPv6 are never answered; slow: each answer takes 1.8 s
#   lie HOW OWNER...          the names of these owners (or of "all", "neutral") do not exist (nobody), get no answer (silence),
#                             or are those of the client itself (loopback), of no host (nowhere), of the gateway, of a host of
#                             the internet that never answers (dead), or of one with the same page for every name (parked)
#   file ADDRESS OWNER...     the client's own file of names leads those of these owners to the address
#   stale                     the client's own cache of names leads every name to the gateway, as before a sign-in
#   search                    the client's search list comes first for every name, and all names below it are the gateway's
#   servers KIND...           the clients' name servers, in this order: the gateway's (live), the internet's (far), one that never
#                             answers (dead), one of the client itself that does not run (stopped); none without words
#   uplinks 2                 the client has a second uplink, which it prefers and which has no name server
#   uplinks dead              the client has a second uplink, which it prefers and where nobody is
#   uplinks equal             the client has a second uplink, which is honest, and one default route over both
#   routers 2                 there is a second router on the same link, which is honest, and one default route over both
#   relay OPTIONS             between each client and the gateway is a relay that delays, limits and drops frames
#   families FAMILIES         of the clients: 4 (without the word), 6 or 46
#   unplugged                 the cables are unplugged
#   opennds [signed-in], squid, mitmproxy    the gateway runs this program

declare -A pages=(
    [302]=8302 [303]=8303 [307]=8307 [302-to-https]=8308 [511]=8511 [page]=8200 [meta-refresh]=8201 [script]=8202
    [wispr]=8205 [empty]=8203 [204]=8204 [403]=8403 [404]=8404 [503]=8503 [close]=8444
    [form-503]=8504 [429]=8429 [own-https]=8309 [silent]=8599 [late]=8305 [maintenance]=8310
    [301]=8311 [308]=8312 [302-form]=8313 [refresh-field]=8314 [frame]=8315 [wispr-503]=8316 [script-404]=8317 [511-bare]=8318
    [form-401]=8601 [form-402]=8602 [form-404]=8604 [form-418]=8618 [form-429]=8629 [form-500]=8650 [form-502]=8652
    [block-302]=8321 [block-503]=8322 [block-451]=8323 [block-loopback]=8324 [search]=8325
    [success]=8331 [no-uplink]=8332 [400]=8400 [407]=8407 [502]=8502 [504]=8505 [proxied]=8341 [slow]=8342 [302-after-4s]=8306
    [302-endless]=8350 [page-endless]=8351
    [302-no-name]=8361 [302-no-host]=8362 [302-refused]=8363 [302-untrusted]=8364 [parked]=8371
)
declare -A certificates=([self-signed]=9001 [other-host]=9002 [interceptor]=9003 [expired]=9004)
declare -A resolvers=(
    [honest]="--server=203.0.113.53"
    [hijacked]="--address=/#/$lan4.1"
    [refused]=""
    [silent]="--server=203.0.113.99"
    [servfail]="--server=203.0.113.53 --dnssec --trust-anchor=.,20326,8,2,E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D"
    [nxdomain]="--address=/#/"
    [closed]="--port=0"
    [unknown]="--address=/#/$lan4.1"
    [filtered]="--port=0"
    [silent-aaaa]="--port=0"
    [slow]="--port=0"
    [dns64]="--port=0"
)
reset='reject with tcp reset'
reject='reject with icmpx type admin-prohibited'
elsewhere='iifname lan0 fib daddr type != local'

wall() {
    local of="${3:+meta nfproto $3} $elsewhere tcp dport"
    divert+=("$of 80 redirect to :${pages[$1]}")
    case $2 in
        open) forward "$of 443 accept";;
        drop) forward "$of 443 drop";;
        reset) forward "$of 443 $reset";;
        *) divert+=("$of 443 redirect to :${certificates[$2]}");;
    esac
    forward "${3:+meta nfproto $3} iifname lan0 $reject"
}
honest() { :; }
# hosts OWNER...: the conditions under which a packet is for one of the owners, a line per family.
hosts() {
    local numbers=() owner
    for owner in "$@"; do numbers+=("${owners[$owner]}"); done
    echo "iifname lan0 ip daddr { $(printf '203.0.113.%s, ' "${numbers[@]}") }"
    echo "iifname lan0 ip6 daddr { $(printf '2001:db8:113::%s, ' "${numbers[@]}") }"
}
pass() {
    while read -r hosts; do
        divert+=("$hosts accept")
        forward "$hosts accept"
    done < <(hosts "$@")
}
mute() {
    local how=drop
    if [ "$1" = reset ]; then how="meta l4proto tcp $reset"; fi
    while read -r hosts; do forward "$hosts $how"; done < <(hosts "${@:2}")
}
own() {
    while read -r hosts; do divert+=("$hosts tcp dport 80 redirect to :${pages[$1]}"); done < <(hosts "${@:2}")
}
tls() {
    if [ $# -eq 1 ]; then
        divert+=("$elsewhere tcp dport 443 redirect to :${certificates[$1]}")
    else
        while read -r hosts; do divert+=("$hosts tcp dport 443 redirect to :${certificates[$1]}"); done < <(hosts "${@:2}")
    fi
}
cut() {
    divert+=("$elsewhere tcp dport { 80, 443 } redirect to :8700")
    program=cut-$1
}
stall() {
    on gateway sysctl -qw net.netfilter.nf_conntrack_acct=1
    forward "iifname wan0 meta l4proto tcp ct reply bytes > $1 drop"
}
forward() { forward+=("$*"); }
input() { input+=("iifname lan0 $*"); }
arp() { arp+=("$*"); }
uplink() { uplink=$1; }
lease() { lease=$1; }
tunnel() { tunnel=${1:-yes}; }
firewall() { firewall+=("$*"); }
containers() { containers=$1; }
clat() { clat=yes; }
proxy() { program=squid variables=(https_proxy=http://$lan4.1:3128); }
proxied() {
    asking+=(--config $lab/proxied.json)
    case $1 in
        squid) program=squid;;
        none) ;;
        silent) input tcp dport 3128 drop;;
        *) program=proxy-$1;;
    esac
}
asking() { for url in "$@"; do asking+=(--endpoint "$url"); done; }
witnesses() { asking+=(--witnesses); }
rate() { rate=$1; }
store() { roots=$lab/pki/$1.crt; }
past() { era=past; }
duplicate() { families=duplicate; }
stub() { stub=yes; }
encrypted() {
    stub=yes encrypted=${1:-genuine}
    if [ $encrypted != genuine ]; then divert+=("$elsewhere tcp dport 853 redirect to :8853"); fi
}
nat64() { families=6 resolver=dns64; }
names() {
    local name
    resolver=$1
    if [ $1 != unknown ]; then return; fi
    while read -r name; do lies+=("--server=/$name/203.0.113.53"); done < <(names_of all)
}
# names_of OWNER...: the names of the owners, a line each.
names_of() {
    case $1 in
        all) awk '{ print $1 }' $lab/settings/names;;
        neutral) names_of canonical fedora arch opensuse gnome kde other;;
        *) for owner in "$@"; do awk -v owner="$owner" '$3 == owner { print $1 }' $lab/settings/names; done;;
    esac
}
lie() {
    local name
    while read -r name; do
        case $1 in
            nobody) lies+=("--address=/$name/");;
            silence) lies+=("--server=/$name/203.0.113.99");;
            loopback) lies+=("--address=/$name/127.0.0.1" "--address=/$name/::1");;
            nowhere) lies+=("--address=/$name/0.0.0.0" "--address=/$name/::");;
            gateway) lies+=("--address=/$name/$lan4.1" "--address=/$name/$lan6:1");;
            dead) lies+=("--address=/$name/203.0.113.97" "--address=/$name/2001:db8:113::97");;
            parked) lies+=("--address=/$name/203.0.113.96" "--address=/$name/2001:db8:113::96");;
        esac
    done < <(names_of "${@:2}")
    if [ $1 != parked ]; then return; fi
    for name in "ip daddr 203.0.113.96" "ip6 daddr 2001:db8:113::96"; do
        divert+=("iifname lan0 $name tcp dport 80 redirect to :${pages[parked]}")
        divert+=("iifname lan0 $name tcp dport 443 redirect to :${certificates[other-host]}")
    done
}
file() {
    local name
    for name in $(names_of "${@:2}"); do listed+=("$1 $name"); done
}
stale() { stale=yes; }
search() {
    searched=yes
    lies+=("--address=/home.example.org/$lan4.1")
}
servers() { servers=("$@"); }
uplinks() { uplinks=$1; }
routers() { routers=$1; }
relay() { relay=$*; }
families() { families=$1; }
unplugged() { families=none; }
mitmproxy() {
    divert+=("$elsewhere tcp dport { 80, 443 } redirect to :8088")
    program=mitmproxy
}
squid() {
    divert+=("$elsewhere tcp dport 80 redirect to :3129")
    forward "iifname lan0 tcp dport 443 $reset"
    forward "iifname lan0 $reject"
    program=squid
}
opennds() { program=opennds-${1:-signed-out}; }

# behave WORDS: makes the gateway behave so, and every client connected anew where the family changes.
behave() {
    local divert=() forward=() input=() arp=() lies=() resolver=honest families=4 uplinks=1 uplink=up lease=given tunnel= program=
    local rate= era=now stub= searched= stale= listed=() servers=(live) routers=1 relay= firewall=() containers= clat= encrypted= url
    asking=() variables=() roots=$lab/pki/root.crt
    local client sentence network
    while IFS= read -rd ';' sentence; do
        # shellcheck disable=SC2086
        $sentence
    done <<< "$*;"
    for client in opennds mitmproxy squid proxy cut resolver named clat nat64 stub stale interceptor; do stop $client; done
    flush_legacy_rules
    rules | on gateway nft -f - || return
    if [ $uplink != "${uplinked:-up}" ]; then
        set_uplink $uplink
        uplinked=$uplink
    fi
    on gateway tc qdisc delete dev client root 2> /dev/null || true
    if [ -n "$rate" ]; then on gateway tc qdisc add dev client root tbf rate "${rate}bit" burst 2000 limit 30000; fi
    if [ $era != "${served:-now}" ]; then
        stop internet-pages
        start_pages $era || return
        served=$era
    fi
    start_resolver || return
    network="$families, $uplinks, $routers, $relay"
    if [ "$network" != "${built:-}" ]; then
        built=
        ip -n client link set cable1 down
        ip -n gateway link delete lan2 2> /dev/null || true
        # shellcheck disable=SC2086
        relay_cables $relay || return
        for client in "${clients[@]}"; do
            unplug $client
            if [ $families != none ]; then plug $client; fi
        done
        connect $families || return
        connected=$families
        if [ $routers -gt 1 ]; then second_router; fi
        built=$network
    fi
    name_servers $families "${servers[@]}"
    rm -rf /run/systemd/resolve /run/systemd/netif /etc/netns/client/systemd
    rm -f /etc/netns/client/hosts
    if [ ${#listed[@]} -gt 0 ]; then printf '%s\n' "127.0.0.1 localhost" "${listed[@]}" > /etc/netns/client/hosts; fi
    if [ -n "$stale" ]; then start_stale || return; fi
    if [ -n "$searched" ]; then printf 'search home.example.org\noptions ndots:5\n' >> /etc/netns/client/resolv.conf; fi
    if [ -n "$stub" ]; then start_stub || return; fi
    if [ -n "$encrypted" ]; then set_encrypted $encrypted || return; fi
    if [ $lease != "${leased:-given}" ]; then
        if [ $lease = none ]; then ip -n client address flush dev cable0; else connect $families; fi
        leased=$lease
    fi
    if [ -n "$clat" ]; then start_clat || return; fi
    stop tunnel
    ip -n client link delete vpn0 2> /dev/null || true
    ip -n client link set dev cable0 mtu 1500
    case $tunnel in
        yes) start_tunnel;;
        idle) idle_tunnel;;
    esac
    on client nft delete table inet lab_own 2> /dev/null || true
    if [ ${#firewall[@]} -gt 0 ]; then
        rules_of own "type filter hook output priority filter" "${firewall[@]}" | on client nft -f - || return
    fi
    ip -n client link delete docker0 2> /dev/null || true
    if [ -n "$containers" ]; then
        ip -n client link add docker0 type bridge
        ip -n client address add "$containers" dev docker0
        ip -n client link set docker0 up
    fi
    case $uplinks in
        2) plug_second;;
        dead) plug_second; ip -n client route replace default via $second.99 metric 50;;
        equal) plug_equal;;
    esac
    # A client that has been there for a while knows the gateway's hardware address. The relay carries frames by then.
    if [ -n "$relay" ]; then
        if [[ $families = *4* ]]; then await 30 on client curl -s -m 10 -o /dev/null http://$lan4.1/ || return; fi
        if [[ $families = *6* ]]; then await 30 on client curl -s -m 10 -o /dev/null "http://[$lan6:1]/" || return; fi
    fi
    if [ -n "$program" ]; then "start_${program%%-*}"; fi
}

# The rules as one ruleset: what is honest, and what the words asked for.
rules() {
    echo "flush ruleset"
    echo 'table ip uplink { chain out { type nat hook postrouting priority srcnat; oifname "wan0" masquerade; }; }'
    rules_of divert "type nat hook prerouting priority dstnat" "${divert[@]}"
    rules_of forward "type filter hook forward priority filter" "${forward[@]}"
    rules_of input "type filter hook input priority filter" "${input[@]}"
    if [ ${#arp[@]} -gt 0 ]; then
        printf 'table arp lab_arp { chain rules { type filter hook input priority filter;\n'
        printf '%s\n' "${arp[@]}" '}; }'
    fi
}
rules_of() { # TABLE HOOK RULE...
    printf 'table inet lab_%s { chain rules { %s;\n' "$1" "$2"
    printf '%s\n' "${@:3}" '}; }'
}

# Names, leases and router advertisements. The host `client` has its address by hand, and a lease for those who ask for one.
start_resolver() {
    local options=(--dhcp-authoritative --no-ping "--dhcp-leasefile=$lab/leases")
    if [[ $families = *4* ]]; then
        options+=("--dhcp-range=$lan4.0,static,255.255.255.0,2m" "--dhcp-option=option:router,$lan4.1")
        for client in "${clients[@]}"; do
            options+=("--dhcp-host=02:00:00:00:50:${address[$client]:1},$lan4.${address[$client]}")
        done
    fi
    if [[ $families = *6* ]]; then options+=(--enable-ra "--dhcp-range=$lan6:,ra-only"); fi
    if ! grep -qs client $lab/leases; then
        echo "$((EPOCHSECONDS + 7200)) 02:00:00:00:50:${address[client]:1} $lan4.${address[client]} client *" >> $lab/leases
    fi
    # shellcheck disable=SC2086
    start resolver gateway dnsmasq --keep-in-foreground --conf-file=/dev/null --no-resolv --no-hosts --user=root --pid-file \
        --bind-interfaces --interface=lan0 --local-ttl=5 --no-negcache --host-record=portal.lab,$lan4.1 \
        "${options[@]}" "${lies[@]}" ${resolvers[$resolver]}
    case $resolver in
        closed) ;;
        filtered)
            start named gateway perl $lab/settings/filtered.pl $lan4.1 $lan6:1
            await 5 answering gateway 53;;
        silent-aaaa)
            start named gateway perl $lab/settings/silent-aaaa.pl 203.0.113.53 $lan4.1 $lan6:1
            await 5 answering gateway 53;;
        slow)
            start named gateway perl $lab/settings/late.pl 1.8 203.0.113.53 $lan4.1 $lan6:1
            await 5 answering gateway 53;;
        dns64) start_nat64;;
        *) await 5 listening gateway 53;;
    esac
}

# What an IPv6-only network needs: addresses for names that have none over IPv6 (RFC 6147), and a way to them (RFC 7915).
start_nat64() {
    start named gateway unbound -d -c $lab/settings/dns64.conf
    await 5 listening gateway 53
    mkdir -p $lab/tayga
    start nat64 gateway tayga --nodetach --config $lab/settings/tayga.conf
    await 5 ip -n gateway link show nat64
    ip -n gateway link set nat64 up
    ip -n gateway route replace 192.168.64.0/24 dev nat64
    ip -n gateway -6 route replace 64:ff9b::/96 dev nat64
}

# The client's half of that, for programs that know no IPv6.
start_clat() {
    mkdir -p $lab/clat
    start clat client tayga --nodetach --config $lab/settings/clat.conf
    await 5 ip -n client link show clat
    ip -n client address add 192.0.0.1/32 dev clat
    ip -n client link set clat up
    ip -n client route replace default dev clat
    ip -n client -6 route replace $lan6:c1a7 dev clat
    ip -n client -6 neighbour replace proxy $lan6:c1a7 dev cable0
    on client sysctl -qw net.ipv6.conf.all.forwarding=1 net.ipv6.conf.all.proxy_ndp=1
}

# A resolver on the client that asks only over TLS, for users who do not trust the network's resolver.
start_stub() {
    echo "nameserver 127.0.0.1" > /etc/netns/client/resolv.conf
    mkdir -p /run/systemd/netif/links
    echo "DNS=$lan4.1" > /run/systemd/netif/links/"$(on client cat /sys/class/net/cable0/ifindex)"
    start stub client unbound -d -c $lab/settings/stub.conf
    await 5 listening client 53
}

# A cache on the client that still has the addresses of a portal.
start_stale() {
    echo "nameserver 127.0.0.1" > /etc/netns/client/resolv.conf
    mkdir -p /run/systemd/netif/links
    echo "DNS=$lan4.1" > /run/systemd/netif/links/"$(on client cat /sys/class/net/cable0/ifindex)"
    start stale client dnsmasq --keep-in-foreground --conf-file=/dev/null --no-resolv --no-hosts --user=root --pid-file \
        --address=/#/$lan4.1
    await 5 answering client 53
}

# The settings of systemd-resolved for the same, and who answers for a resolver that is not itself.
set_encrypted() { # HOW
    mkdir -p /run/systemd/resolve /etc/netns/client/systemd /etc/systemd
    echo "nameserver 9.9.9.9" > /run/systemd/resolve/resolv.conf
    printf '[Resolve]\nDNSOverTLS=yes\nDNS=9.9.9.9#dns.quad9.net\n' > /etc/netns/client/systemd/resolved.conf
    case $1 in
        intercepted) sed "s#@CERTIFICATE@#intercepted#" $lab/settings/dot.conf > $lab/dot-gateway.conf;;
        other) sed "s#@CERTIFICATE@#other-host#" $lab/settings/dot.conf > $lab/dot-gateway.conf;;
        *) return 0;;
    esac
    sed -i "s#interface: .*#interface: 0.0.0.0@8853#; s#tls-port: .*#tls-port: 8853#" $lab/dot-gateway.conf
    start interceptor gateway unbound -d -c $lab/dot-gateway.conf
    await 5 listening gateway 8853
}

start_mitmproxy() {
    start mitmproxy gateway mitmdump --mode transparent --showhost --listen-port 8088 --set confdir=$lab/mitmproxy \
        --set ssl_verify_upstream_trusted_ca=$lab/pki/root.crt
    await 20 listening gateway 8088
}

# A program that opens a tunnel, takes every packet and hands on none.
start_tunnel() {
    start tunnel client perl -e '
        open(my $tunnel, "+<", "/dev/net/tun") or die;
        my $request = pack("a16 s x22", "vpn0", 0x1001);
        ioctl($tunnel, 0x400454ca, $request) or die;
        1 while sysread($tunnel, my $packet, 2000);'
    await 5 ip -n client link show vpn0
    ip -n client address add 10.9.0.2/24 dev vpn0
    ip -n client link set vpn0 up
    ip -n client route add default dev vpn0 metric 10
}

# A tunnel whose program has ended: it has no carrier, and keeps its routes.
idle_tunnel() {
    ip -n client tuntap add vpn0 mode tun
    ip -n client address add 10.9.0.2/24 dev vpn0
    ip -n client link set vpn0 up
    ip -n client route add 0.0.0.0/1 dev vpn0
    ip -n client route add 128.0.0.0/1 dev vpn0
}

start_squid() {
    rm -rf /dev/shm/squid*
    mkdir -p -m 1777 $lab/squid
    cp -r /usr/share/squid/errors/templates $lab/squid-errors 2> /dev/null
    cp $lab/settings/splash.html $lab/squid-errors/ERR_SPLASH
    start squid gateway squid -N -f $lab/settings/squid.conf
    await 20 listening gateway 3129
}

start_proxy() {
    start proxy gateway python3 $lab/settings/proxy.py 3128 "${program#proxy-}"
    await 5 listening gateway 3128
}

start_cut() {
    start cut gateway python3 $lab/settings/cut.py 8700 "${program#cut-}"
    await 5 listening gateway 8700
}

# openNDS edits files of /etc and keeps others in /tmp, which are its own here. Its chains need the old iptables, and it lets
# in only who has a lease.
start_opennds() {
    mkdir -p /run/tmpfiles.d
    start opennds gateway bash -c "
        ln -sf /usr/sbin/iptables-legacy /etc/alternatives/iptables
        touch /etc/dnsmasq.conf /var/lib/misc/dnsmasq.leases
        cp $lab/settings/opennds.conf /etc/opennds/opennds.conf
        mount --bind $lab/leases /var/lib/misc/dnsmasq.leases
        mount -t tmpfs tmpfs /tmp
        exec opennds -f -c /etc/opennds/opennds.conf"
    await 20 ndsctl status || return
    if [ "$program" = opennds-signed-in ]; then
        for client in "${clients[@]}"; do
            on $client curl -s -m 2 http://www.example.com/ > /dev/null || true
            ndsctl auth $lan4.${address[$client]} > /dev/null 2>&1 || true
        done
    fi
}
# In its own view of files.
ndsctl() { nsenter -t "$(< $lab/opennds.pid)" -m -n "${environment[@]}" ndsctl "$@"; }
flush_legacy_rules() {
    local table
    for table in filter nat mangle; do
        on gateway iptables-legacy -t $table -F
        on gateway iptables-legacy -t $table -X
    done 2> /dev/null || true
}
