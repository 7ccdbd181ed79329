# Records what a kernel reports of a Wi-Fi interface: no association, an association, roaming, loss, a network without a name.
. /guest/air.sh

out=/dev/ttyS1

# begin NAME WHAT
begin() {
    (
        echo "=== $1"
        echo "# what: $2"
        echo "# kernel: Linux $(uname -r), Debian, mac80211_hwsim"
        echo "# set-up: Tests/WiFi/guest/record-wifi.sh"
        echo
    ) > $out
}
look() { { netlink-record tables; netlink-record wifi; } > $out; }
# during NAME: what is announced from here to the next `finish`
during() { netlink-record events 600 > /tmp/events & }
finish() { sleep 1; kill $!; cat /tmp/events > $out; }

begin wifi-idle "a station that is off, without an association"
look

access_point one wlan0 1
access_point two wlan1 6
sleep 1
during; connect; until_state COMPLETED; ip route add default via 192.0.2.1 dev wlan2
begin wifi-connect "an open network with two access points: what is announced at the association, then how things are"
finish; look

bssid=$(station status | sed -n 's/^bssid=//p')
other=$(address_of wlan0); [ "$other" = "$bssid" ] && other=$(address_of wlan1)
during
station roam "$other"; sleep 2
begin wifi-roam "the same station moved to the other access point: what is announced, then how things are"
finish; look

during
vanish one wlan0; vanish two wlan1; sleep 8
begin wifi-lost "both access points gone without a word: what is announced, then how things are"
finish; look

kill "$(cat /tmp/station.pid)"; sleep 1
access_point one wlan0 1 "ignore_broadcast_ssid=1"
sleep 1
connect "scan_ssid=1"; until_state COMPLETED; sleep 4
begin wifi-hidden "an association with an access point that hides its network's name in beacons"
look
kill "$(cat /tmp/station.pid)" "$(cat /tmp/one.pid)"; sleep 1

iw dev wlan2 set type ibss
ip link set wlan2 up
iw dev wlan2 ibss join "Harbour Cells" 2412 fixed-freq 02:00:00:00:0c:01; sleep 3
begin wifi-adhoc "a network without access points (IBSS)"
look
