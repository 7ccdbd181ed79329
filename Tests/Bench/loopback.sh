# Probes and rounds next to C, and one check from its start.

loopback() {
    echo "## Over loopback, next to C with libcurl"
    echo
    echo "Least / median of $runs alternating runs. Memory is the median peak. A rival's \`thread\` drives one transfer at a time for a thread that waits, as a prober for tasks must."
    echo
    in_turn_header
    local url=http://127.0.0.1/generate_204 width
    in_turn "one probe after the other" $((probes / 2)) C $bench probes $url $((probes / 2)) 1 -- $work/probes thread $url $((probes / 2)) 1
    for width in 16 256; do
        in_turn "probes, $width at once" $probes C $bench probes $url $probes $width -- $work/probes multi $url $probes $width
    done
    for width in 10 100 1000 10000; do
        in_turn "one round of $width endpoints" 1 C $bench round http://127.0.0.1 $width -- $work/probes multi $url $width $width
    done
    # The cost of each further round of a watch, without the start of the process.
    for width in 100 1000 10000; do
        in_turn "a later round of $width endpoints" 1 C $bench round http://127.0.0.1 $width again -- $work/probes again $url $width $width
    done
    echo
}

one_check() {
    echo "## One check, from its start"
    echo
    echo "Least / median of $((runs * 3)) alternating runs; the memory is the highest."
    echo
    echo "| command | to the first connection | to the end | CPU | memory | rival | its CPU | ratio of CPU |"
    echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
    echo "{\"endpoints\": [{\"url\": \"http://127.0.0.1:8080/generate_204\"}], \"source\": {\"use\": \"source.static\", \"interfaces\": [{\"name\": \"eth0\"}]}}" > $work/one.json
    local rivals=() program
    for program in curl wget check_http; do
        case $program in
            curl) set -- curl -s -o /dev/null http://127.0.0.1:8080/generate_204;;
            wget) set -- wget -q -O /dev/null http://127.0.0.1:8080/generate_204;;
            check_http) set -- /usr/lib/nagios/plugins/check_http -H 127.0.0.1 -p 8080 -u /generate_204;;
        esac
        if type -P "$1" > /dev/null; then rivals+=(-- $program "$@"); else echo "| $program | missing | missing | missing | missing | – | – | – |"; fi
    done
    # What no change of ours can save: a program that does nothing, with the libraries of the command.
    local libraries
    mapfile -t libraries < <(readelf -d "$command" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | while read -r name; do
        ldd "$command" | awk -v n="$name" '$1 == n && $3 { print $3 }'; done)
    echo 'int main(void) { return 0; }' > $work/nothing.c
    echo 'print("")' > $work/nothing.swift
    if cc -O2 -o $work/nothing-c $work/nothing.c -Wl,--no-as-needed "${libraries[@]}" 2> $work/nothing.log && $work/nothing-c 2>> $work/nothing.log; then
        rivals+=(-- nothing-in-C $work/nothing-c)
    fi
    if swiftc -O -static-stdlib -o $work/nothing-swift $work/nothing.swift -Xlinker --no-as-needed \
        $(printf -- '-Xlinker %s ' "${libraries[@]}") 2>> $work/nothing.log && $work/nothing-swift > /dev/null 2>> $work/nothing.log; then
        rivals+=(-- nothing-in-Swift $work/nothing-swift)
    fi
    local ours=(connectivityctl-check "$command" check --config $work/one.json)
    if [ -x "$static" ]; then
        ours+=(-- connectivityctl-check-static "$static" check --config $work/one.json)
    else
        echo "| connectivityctl-check-static | missing | missing | missing | missing | – | – | – |"
    fi
    $work/first $((runs * 3)) 8080 "${ours[@]}" "${rivals[@]}" | awk '
        function both(least, median) { return median ? sprintf("%.1f / %.1f ms", least / 1e3, median / 1e3) : "–" }
        { line[NR] = sprintf("| %s | %s | %s | %s | %.1f MB", $1, both($2, $3), both($4, $5), both($6, $7), $8 / 1024)
          least[NR] = $6
          if ($1 == "curl") { curl = $6; its = both($6, $7) }
          isOurs[NR] = $1 ~ /^connectivityctl/ }
        END { for (n = 1; n <= NR; n++)
            if (curl && isOurs[n]) printf "%s | curl | %s | %.2f |\n", line[n], its, least[n] / curl
            else print line[n] " | – | – | – |" }'
    echo
}
