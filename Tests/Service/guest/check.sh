# Checks the service from the inside; prints one line per check.

# until COMMAND...: repeats a command until it succeeds, for up to forty seconds.
until_so() {
    tries=0
    until "$@" > /dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -gt 200 ] && return 1
        sleep 0.2
    done
}
# check WHAT COMMAND...: checks that a command succeeds within forty seconds.
check() {
    what=$1
    shift
    if until_so "$@"; then echo "seen      $what"; else echo "NOT SEEN  $what: $*"; fi
}
property() { systemctl show -P "$1" connectivity; }
is() { [ "$(property "$1")" = "$2" ]; }
has() { property "$1" | grep -q "$2"; }
process() { grep -q "$1" "/proc/$(property MainPID)/status"; }
access() { connectivityctl status | grep -q "^$1"; }
entry() { journalctl -q --no-pager "$@" | grep -q .; }
other_process() { [ "$(property MainPID)" != 0 ] && [ "$(property MainPID)" != "$1" ]; }

ip link set lo up
ip netns add world
ip link add wan0 type veth peer name port netns world
ip address add 198.51.100.2/24 dev wan0
ip link set wan0 up
ip -n world address add 198.51.100.1/24 dev port
ip -n world link set port up
ip route add default via 198.51.100.1
ip netns exec world perl /guest/gateway.pl &

systemctl start connectivity
check "the unit is active once the first assessment is known" is ActiveState active
check "its user exists only while it runs" has UID '^6[1-5][0-9][0-9][0-9]$'
check "its process has no capability" process '^CapEff:.0000000000000000$'
check "and can gain none" process '^NoNewPrivs:.1$'
check "a filter of system calls is in force" process '^Seccomp:.2$'
check "status asks it through its socket: captive" access captive
check "status says where to sign in" sh -c 'connectivityctl status | grep -q "sign in at http://198.51.100.1/sign-in"'
check "systemctl status says the same" has StatusText captive
check "the journal has the change with its fields and its level" entry _SYSTEMD_UNIT=connectivity.service \
    CONNECTIVITY_ACCESS=captive PRIORITY=4
touch /run/signed-in
check "after the sign-in the Internet is there" access online
check "the journal has that too, with the access before it" entry CONNECTIVITY_ACCESS=online \
    CONNECTIVITY_PREVIOUS_ACCESS=captive PRIORITY=5

first=$(property MainPID)
echo '{' > /etc/connectivity/config.d/zz.json
systemctl reload connectivity
check "a configuration that is refused leaves the old one in force" sh -c \
    'journalctl -q -u connectivity | grep -q "the configuration stays as it was"'
echo '{ "schedule": { "interval": 900 } }' > /etc/connectivity/config.d/zz.json
systemctl reload connectivity
check "it continues in the same process" is MainPID "$first"
check "and knows the access again" access online
rm /run/signed-in
systemctl kill -s USR1 connectivity
check "USR1 lets it look at once, though the next round is far away" access captive
touch /run/signed-in
check "a portal that opens is noticed" access online

kill -KILL "$first"
check "a process that is killed is started again" other_process "$first"
check "and knows the access" access online
second=$(property MainPID)
mkdir -p /run/systemd/system/connectivity.service.d
printf '[Service]\nWatchdogSec=4\n' > /run/systemd/system/connectivity.service.d/watchdog.conf
systemctl daemon-reload
systemctl restart connectivity
second=$(property MainPID)
sleep 6
check "signs of life satisfy the watchdog" is MainPID "$second"
kill -STOP "$second"
check "a process that hangs is ended by the watchdog and started again" other_process "$second"
check "and knows the access once more" access online

systemctl stop connectivity
check "it stops when it is asked to" is ActiveState inactive
check "with success" is Result success
check "and leaves no socket behind" test ! -e /run/connectivity
if journalctl -q -u connectivity | grep -q 'thread priority'; then
    echo "NOT SEEN  a journal without complaints of the runtime"
fi
journalctl -q --no-pager -u connectivity -o short | tail -n 30 | sed 's/^/journal   /'
echo "end of the checks"
