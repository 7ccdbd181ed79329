# What a change of an interface costs.

interfaces() {
    echo "## A change of an address, by the number of interfaces"
    echo
    echo "Processor time from one snapshot to the next; \`files\` also reads what the system stores about the networks."
    echo
    echo "| interfaces | kernel alone, least / median | with files |"
    echo "| --- | --- | --- |"
    local pairs=0 wanted
    for wanted in 1 5 50 500; do
        for ((; pairs < wanted; pairs++)); do
            echo "link add a$pairs type veth peer name b$pairs"
            echo "link set a$pairs up"
            echo "link set b$pairs up"
            echo "addr add 10.$((pairs / 250)).$((pairs % 250)).1/32 dev a$pairs"
        done > $work/batch
        ip -batch $work/batch
        sleep 2
        echo "| $((2 * pairs + 1)) | $(changes netlink) | $(changes files) |"
    done
    echo
}

# Prints the least and the median processor time per change of an address.
changes() {
    local n watch
    $bench interfaces $1 > $work/snapshots & watch=$!
    sleep 2
    for ((n = 1; n <= runs * 2; n++)); do ip addr add 10.9.9.$n/32 dev a0; sleep 0.3; done
    for ((n = 1; n <= runs * 2; n++)); do ip addr del 10.9.9.$n/32 dev a0; done
    kill $watch; wait $watch 2> /dev/null || true
    awk 'NR > 1 { print $2 - before } { before = $2 }' $work/snapshots | head -$((runs * 2 - 2)) | sort -n |
        awk '{ all[NR] = $1 } END { printf "%.2f / %.2f ms", all[1] / 1000, all[int((NR + 1) / 2)] / 1000 }'
}
