# What was seen: one line per row on the terminal, all of it in $lab/rows, and RESULTS.md out of that.

wrong=0 count=0

# is_true: whether connectivityctl (in $answer) said $access and $kind.
is_true() { [ "$(jq -r '.access + "\t" + (.portal.kind // "-")' <<< "$answer")" = "$access"$'\t'"$kind" ]; }

# times_row: asks $times times about the behaviour $name; prints how often the answer was true, the median and the 95th percentile
# of the time from the start of the command to its end, and the other answers.
times_row() {
    local number right=0 asked
    : > $lab/untrue
    : > $lab/took
    for ((number = 0; number < times; number++)); do
        asked=$EPOCHREALTIME
        ask
        awk "BEGIN { print $EPOCHREALTIME - $asked }" >> $lab/took
        if is_true; then
            right=$((right + 1))
        else
            jq -r '.access + " " + .reason.code' <<< "$answer" >> $lab/untrue || echo "no answer" >> $lab/untrue
        fi
    done
    count=$((count + 1))
    if [ $right -lt $times ]; then wrong=$((wrong + 1)); fi
    echo "$name $right/$times $(sort -n $lab/took | awk '
        { value[NR] = $1 }
        END { printf "%.2f s, %.2f s at p95", value[int((NR + 1) / 2)], value[int(NR * 0.95 + 0.999)] }')"
    sort $lab/untrue | uniq -c
}

# seconds_row: prints how long each of $seconds checks and explanations of the behaviour $name took.
seconds_row() {
    local number verb asked
    for ((number = 0; number < seconds; number++)); do
        for verb in check explain; do
            asked=$EPOCHREALTIME
            on client "$command" $verb --ca-file $lab/pki/root.crt --config $lab/check.json > /dev/null || [ $? -lt 64 ]
            echo "$verb $access $name $(awk "BEGIN { print $EPOCHREALTIME - $asked }")"
        done
    done
}

# row: keeps what connectivityctl (in $answer) and the peers said of the behaviour $name, and compares with $access, $kind.
row() {
    count=$((count + 1))
    local said seconds mark=ok peer words=()
    said=$(jq -r '.access + "\t" + (.portal.kind // "-")' <<< "$answer") || said=$'no answer\t-'
    seconds=$(jq -r '.duration * 10 | ceil / 10 | if . <= 0.1 then "≤ 0.1 s" else "\(.) s" end' <<< "$answer") || seconds=-
    if ! is_true; then
        mark=WRONG
        wrong=$((wrong + 1))
    fi
    for peer in "${peers[@]}"; do
        if [[ " ${running[*]} " = *" $peer "* ]]; then words+=("$(< "$lab/$peer.answer")"); else words+=("–"); fi
    done
    (IFS=$'\t'; echo "$mark"$'\t'"$name"$'\t'"$truth"$'\t'"$access"$'\t'"$kind"$'\t'"$said"$'\t'"$seconds"$'\t'"${words[*]}") \
        >> $lab/rows
    printf '%-6s %-28s %s' $mark "$name" "$(outcome ${said/$'\t'/ })"
    if [ ${#running[@]} -gt 0 ]; then printf ' | %s' "${words[@]}"; fi
    echo
    if [ $mark = WRONG ]; then
        echo "       true is $(outcome "$access" "$kind"): $truth"
        jq -r '"       " + .reason.code, (.paths[].endpoints[] | "         \(.name): \(.finding), \(.reason.code)")' <<< "$answer" || true
    fi
}
outcome() { if [ "$2" = - ]; then echo "$1"; else echo "$1 ($2)"; fi; }

# cause_row: compares what connectivityctl explain (in $answer) says of the behaviour $name with $cause: the first cause is one of
# these, and none of them is ruled out.
cause_row() {
    count=$((count + 1))
    local said mark=ok
    said=$(jq -r '.diagnosis.causes[0] | if . then .cause + ", " + .confidence else "none" end' <<< "$answer") || said="no answer"
    if [[ " $cause " != *" ${said%,*} "* ]] ||
        jq -e --arg causes "$cause" 'any(.diagnosis.ruledOut[].cause; IN($causes | splits(" ")))' <<< "$answer" > /dev/null; then
        mark=WRONG
        wrong=$((wrong + 1))
    fi
    printf '%-6s %-28s %5.1f s  %s\n' $mark "$name" "$(awk "BEGIN { print $EPOCHREALTIME - $asked }")" "$said"
    if [ $mark = WRONG ]; then
        echo "       true is $cause: $truth"
        jq -r '.explanation[-8:][] | "       " + .' <<< "$answer" || true
    fi
    if [ -n "$remedied" ] && [ $mark != WRONG ]; then remedy_row; fi
}

# remedy_row: carries out what the advice names (the command in brackets, or $advised) and compares the access with $remedied.
remedy_row() {
    local advice command_named access mark=ok
    advice=$(jq -r '.diagnosis.causes[0].remedy' <<< "$answer")
    command_named=${advised:-$(grep -oP '\(\Kip [^)]*' <<< "$advice" | head -1)}
    on client sh -c "$command_named" || true
    access=$(on client "$command" check --json --ca-file "$roots" "${asking[@]}" | jq -r .access) || true
    count=$((count + 1))
    if [ "$access" != "$remedied" ]; then mark=WRONG wrong=$((wrong + 1)); fi
    printf '%-6s %-28s %8s %s, after: %s\n' $mark "$name" "" "$access" "$command_named"
}

failed() {
    count=$((count + 1))
    echo "WRONG  $name: the lab could not be set up for it"
    wrong=$((wrong + 1))
}

# plugs SETTLING COUNT: measures, and keeps a line of the table.
plugs() {
    local peer own
    measure_plugs "$2" "$1" > $lab/plugs
    peer=($(median 1)) own=($(median 2))
    printf '| %s s | %s ms (%s to %s) | %s ms (%s to %s) | %s |\n' "$1" "${peer[@]}" "${own[@]}" \
        "$(awk "BEGIN { printf \"%.1f\", $own / $peer }")" | tee -a $lab/plugged
}
median() { # COLUMN: the median, the least and the most of it
    awk -v column="$1" '{ print $column }' $lab/plugs | sort -n | awk '
        { value[NR] = $1 }
        END { printf "%.0f %.0f %.0f\n", (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2, value[1], value[NR] }'
}

write_results() {
    cat << 'END'
# What the lab saw

Made by `Tests/Lab/run --write`; the rows are those of [behaviours.tsv](behaviours.tsv). A cross marks where `connectivityctl`
says something else than what is true. It is asked as anybody would, `check` with no scope; the rows that end in `-each` with
the scope `each-interface`, which judges each address family, and those in `-with-own` with an endpoint of the user's own. If packets are lost at random, it is asked up to five times.

| behaviour | what is true | | `connectivityctl` | within | NetworkManager | ConnMan | blackbox default, 204 |
| --- | --- | --- | --- | --- | --- | --- | --- |
END
    awk -F '\t' '
        function outcome(access, kind) { return kind == "-" ? access : access " (" kind ")" }
        { print "| " $2 " | " $3 " | " outcome($4, $5) " | " ($1 == "ok" ? "" : "✗ ") outcome($6, $7) " | " $8 " | " \
            $9 " | " $10 " | " $11 " |" }' $lab/rows
    cat << 'END'

| in how many of these rows | of | `connectivityctl` | NetworkManager | ConnMan | blackbox default | blackbox 204 |
| --- | --- | --- | --- | --- | --- | --- |
END
    awk -F '\t' '
        { split($11, blackbox, ", ")
          says[1] = $6 == "online"; says[2] = $9 == "full"; says[3] = $10 == "online"
          says[4] = blackbox[1] == "up"; says[5] = blackbox[2] == "up"
          signs[1] = $6 == "captive"; signs[2] = $9 == "portal"
          group = $4 == "online" ? "online" : $4 == "partial" ? "partial" : "none"
          total[group]++
          if ($4 != "captive") total["portal"]++
          for (i = 1; i <= 5; i++) {
              count[group, i] += says[i]
              if ($4 != "captive") count["portal", i] += signs[i]
          } }
        function line(text, group, negated,   i) {
            printf "| %s | %d |", text, total[group]
            for (i = 1; i <= 5; i++)
                printf " %s |", (group == "portal" && i > 2) ? "–" : negated ? total[group] - count[group, i] : count[group, i] + 0
            print ""
        }
        END {
            line("Internet claimed that is not there", "none", 0)
            line("Internet claimed where a part of it is broken", "partial", 0)
            line("Internet denied where there is", "online", 1)
            line("a sign-in claimed that nobody asks for", "portal", 0)
        }' $lab/rows
    echo
    for peer in "${peers[@]}"; do
        if [[ " ${running[*]} " != *" $peer "* ]]; then echo "$peer could not be run here."; fi
    done
    echo "Asked were $(dpkg-query --show --showformat='${Package} ${Version}, ' network-manager connman \
        prometheus-blackbox-exporter | sed 's/, $//'); the gateway ran $(dpkg-query --show \
        --showformat='${Package} ${Version}, ' dnsmasq-base nginx-light opennds squid mitmproxy | sed 's/, $//')."
    echo
    cat << 'END'
NetworkManager is asked for a check (`nmcli networking connectivity check`). ConnMan checks when it gets an address, so it is
started anew, and its state five seconds after that is what it says. blackbox_exporter is asked with its default module
`http_2xx` for Apple's page and with one that wants 204 for Google's; both are set to prefer IPv4, because a host with
addresses of both families is `down` on every IPv4 network without. What a peer cannot express is not held against it in the
first table; the second counts words, not intentions.

## Cable plugged to assessment

NetworkManager sets the interface up over DHCP and checks one URL; `connectivityctl watch` sees the same interface and asks the
default endpoints, two of them over TLS. Both are timed from the same plug, on the monotonic clock: to NetworkManager's `full`, and to the
assessment `online`. Medians, and the range; the ratio is that of the medians. The settling delay is that of the schedule,
50 ms unless configured.

| settling | NetworkManager | `connectivityctl` | ratio |
| --- | --- | --- | --- |
END
    cat $lab/plugged
}
