# The peers: other programs that say whether there is Internet, on separate hosts or next to connectivityctl.
# For each: start_PEER once, ask_PEER in every row, which prints what it says in its own words.

peers=(NetworkManager ConnMan blackbox)
declare -A peer_program=([NetworkManager]=NetworkManager [ConnMan]=connmand [blackbox]=prometheus-blackbox-exporter)

on_bus() { on "$1" env DBUS_SYSTEM_BUS_ADDRESS=unix:path=$lab/$1.bus "${@:2}"; }
start_bus() {
    start "$1-bus" "$1" dbus-daemon --nofork --nopidfile --config-file=$lab/settings/bus.conf --address=unix:path=$lab/$1.bus
    await 5 test -S $lab/$1.bus
}

# With a /sys that can be written it would wait for udev.
start_NetworkManager() {
    mkdir -p /etc/NetworkManager/{system-connections,conf.d,dispatcher.d} /run/NetworkManager
    start_bus manager
    start NetworkManager manager env DBUS_SYSTEM_BUS_ADDRESS=unix:path=$lab/manager.bus bash -c \
        "mount -o remount,ro /sys; exec NetworkManager --no-daemon --config=$lab/settings/NetworkManager.conf"
    await 10 on_bus manager nmcli general
}
# The interface counts as connected once one family is there, and a check that is asked for runs now.
ask_NetworkManager() {
    if [ "$connected" != none ]; then waiting 10 manager_is_connected; fi
    timeout 60 ip netns exec manager env DBUS_SYSTEM_BUS_ADDRESS=unix:path=$lab/manager.bus \
        nmcli -t networking connectivity check
}

manager_is_connected() { on_bus manager nmcli -g GENERAL.STATE device show cable0 | grep -q '^100'; }

# A new process a row: it checks when the interface gets its address.
start_ConnMan() {
    mkdir -p /run/connman
    start_bus connman
}
ask_ConnMan() {
    stop ConnMan
    ip -n connman address flush dev cable0
    start ConnMan connman env DBUS_SYSTEM_BUS_ADDRESS=unix:path=$lab/connman.bus \
        connmand --nodaemon --config=$lab/settings/connman.conf --device=cable0 --nodnsproxy
    await 10 on_bus connman connmanctl state
    if [ "$connected" != none ]; then
        waiting 15 connman_is 'ready|online'
        waiting 5 connman_is online
    fi
    on_bus connman connmanctl state | awk '$1 == "State" { print $3 }'
}
connman_is() { on_bus connman connmanctl state | grep -Eq "State = ($1)"; }

# A new process a row: it would remember the name server.
start_blackbox() { :; }
ask_blackbox() {
    start blackbox client prometheus-blackbox-exporter --config.file=$lab/settings/blackbox.yml --web.listen-address=127.0.0.1:9115
    await 5 listening client 9115
    probe http_2xx http://captive.apple.com/hotspot-detect.html > $lab/2xx &
    probe http_204 http://connectivitycheck.gstatic.com/generate_204 > $lab/204 &
    wait %?2xx %?204
    echo "$(< $lab/2xx), $(< $lab/204)"
    stop blackbox
}
probe() { # MODULE TARGET
    on client curl -s -H 'X-Prometheus-Scrape-Timeout-Seconds: 10' "http://127.0.0.1:9115/probe?module=$1&target=$2" |
        awk '$1 == "probe_success" { print ($2 == 1 ? "up" : "down") }'
}
