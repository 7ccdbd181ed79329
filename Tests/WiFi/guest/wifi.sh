# The command on a station between two access points of one name, with a portal behind them. What it prints goes to the
# second serial port: `=== STAGE`, then JSON. Tests/WiFi/run judges it.
. /guest/air.sh

out=/dev/ttyS1
look() { { echo "=== $1"; connectivityctl interfaces --json; } > $out 2>&1; }
lookback() { { echo "=== $1"; cat /tmp/watch; } > $out; }

# until_seen FILE PATTERN SECONDS
until_seen() {
    tries=0
    until grep -q "$2" "$1"; do
        tries=$((tries + 1))
        [ $tries -gt $(($3 * 5)) ] && { echo "no $2 within $3 seconds"; return 1; }
        sleep 0.2
    done
}

look idle
announced='interworking=1
internet=0
asra=1'
access_point one wlan0 1 "$announced"
access_point two wlan1 6 "$announced"
connectivityctl watch --json --endpoint http://198.51.100.1/generate_204 > /tmp/watch 2>&1 &
connect
until_state COMPLETED
ip route add default via 192.0.2.1 dev wlan2
until_seen /tmp/watch '"access" *: *"captive"' 30
look associated
{ echo "=== unprivileged"; setpriv --reuid 65534 --regid 65534 --clear-groups connectivityctl interfaces --json; } > $out 2>&1

bssid=$(station status | sed -n 's/^bssid=//p')
other=$(address_of wlan0)
[ "$other" = "$bssid" ] && other=$(address_of wlan1)
{ echo "=== addresses"; echo "first $bssid"; echo "second $other"; } > $out
station roam "$other"
sleep 3
look roamed

touch /tmp/signed-in
until_seen /tmp/watch '"access" *: *"online"' 40

lines=$(wc -l < /tmp/watch)
vanish one wlan0
vanish two wlan1
tries=0
until tail -n +$((lines + 1)) /tmp/watch | grep -q '"access" *: *"disconnected"' || [ $tries -gt 100 ]; do
    tries=$((tries + 1)); sleep 0.2
done
look lost
lookback watch
