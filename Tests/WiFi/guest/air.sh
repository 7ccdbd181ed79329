# Two access points with one name, a bridge behind both, and a host on it that answers for every address of 198.51.100.0/24.
# The station, wlan2, stays where it is: the access points have a separate network namespace, "air".

ssid="Harbour Guest"

# access_point NAME INTERFACE CHANNEL [LINE]
access_point() {
    printf 'interface=%s\nbridge=br0\ndriver=nl80211\nssid=%s\nhw_mode=g\nchannel=%s\n%s\n' "$2" "$ssid" "$3" "$4" > "/tmp/$1.conf"
    ip netns exec air hostapd -B -P "/tmp/$1.pid" "/tmp/$1.conf"
}

# The access point is gone without a word of farewell.
vanish() {
    kill -9 "$(cat "/tmp/$1.pid")"
    ip -n air link set "$2" down
}

# until_state STATE: waits for wpa_supplicant, 20 seconds at most.
until_state() {
    tries=0
    until station status 2>/dev/null | grep -q "^wpa_state=$1"; do
        tries=$((tries + 1))
        [ $tries -gt 100 ] && { echo "no $1 within 20 seconds"; return 1; }
        sleep 0.2
    done
}

# connect [LINE]
connect() {
    {
        echo "ctrl_interface=/run/wpa"
        echo "network={"
        echo "ssid=\"$ssid\""
        echo "key_mgmt=NONE"
        echo "scan_freq=2412 2437"
        echo "$1"
        echo "}"
    } > /tmp/station.conf
    wpa_supplicant -B -P /tmp/station.pid -i wlan2 -c /tmp/station.conf
}

station() { wpa_cli -p /run/wpa -i wlan2 "$@"; }

address_of() { ip -n air link show "$1" | awk '/link\/ether/ { print $2 }'; }

ip netns add air
iw phy phy0 set netns name air
iw phy phy1 set netns name air
ip -n air link set lo up
ip -n air link add br0 address 02:00:00:00:0a:01 type bridge
ip -n air address add 192.0.2.1/24 dev br0
ip -n air link set br0 up
ip -n air route add local 198.51.100.0/24 dev lo
ip netns exec air nc -ll -p 80 -e /guest/portal.sh &
ip address add 192.0.2.7/24 dev wlan2
