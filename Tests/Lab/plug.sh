# The time from a cable that is plugged to the assessment, next to NetworkManager: both watch the same interface, which
# NetworkManager sets up over DHCP, so both start from the same plug and wait for the same address.

# Prefixes each line with the monotonic time in milliseconds.
stamp='use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC); $| = 1; printf "%.1f %s", 1000 * clock_gettime(CLOCK_MONOTONIC), $_'

# measure_plugs COUNT SETTLING: for each plug a line: milliseconds to `full`, milliseconds to `online`.
measure_plugs() {
    local n plugged peer own
    echo "{\"schedule\": {\"settling\": $2}}" > $lab/watch.json
    behave honest
    log=>(perl -ne "$stamp" >> $lab/watched) start watch manager "$command" watch --json --ca-file $lab/pki/root.crt \
        --config $lab/watch.json
    log=>(perl -ne "$stamp" >> $lab/monitored) start monitor manager env DBUS_SYSTEM_BUS_ADDRESS=unix:path=$lab/manager.bus \
        stdbuf -oL nmcli monitor
    await 20 manager_is full
    for ((n = 0; n < $1; n++)); do
        unplug manager
        await 20 says $lab/watched '"access":"disconnected"'
        await 20 manager_is none
        sleep 1
        : > $lab/watched
        : > $lab/monitored
        plugged=$(on gateway perl -e "$stamp for ''; exec qw(ip link set manager up)")
        await 20 says $lab/watched '"access":"online"'
        await 20 says $lab/monitored "Connectivity is now 'full'"
        peer=$(since "$plugged" $lab/monitored "Connectivity is now 'full'")
        own=$(since "$plugged" $lab/watched '"access":"online"')
        echo "$peer $own"
    done
    stop watch
    stop monitor
}
manager_is() { on_bus manager nmcli networking connectivity | grep -q "$1"; }
says() { grep -q -- "$2" "$1"; }
since() { awk -v plugged="$1" -v text="$3" 'index($0, text) { print $1 - plugged; exit }' "$2"; }
