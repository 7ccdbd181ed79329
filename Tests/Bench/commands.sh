# The whole command, from its start to its end, on configurations and assessments that grow.

# endpoints COUNT: prints a configuration, with about 120 bytes for each endpoint.
endpoints() {
    awk -v count="$1" 'BEGIN {
        print "{\"source\": {\"use\": \"source.static\", \"interfaces\": [{\"name\": \"eth0\"}]},"
        print " \"limits\": {\"total\": 60}, \"endpoints\": ["
        for (n = 0; n < count; n++)
            printf "{\"url\": \"http://127.0.0.1/%d\", \"name\": \"e%d\", \"owner\": \"o%d\", \"expect\": {\"use\": \"validator.status-code\", \"expected\": [204]}}%s\n",
                n, n, n, n < count - 1 ? "," : ""
        print "]}"
    }'
}
megabytes() { stat -c %s "$1" | awk '{ printf $1 < 1e5 ? "%.1f KB" : "%.1f MB", $1 < 1e5 ? $1 / 1e3 : $1 / 1e6 }'; }

commands() {
    echo "## The whole command, by the number of endpoints"
    echo
    echo "From start to end; least / median of $runs alternating runs, the median peak of memory. \`check\` is next to C with libcurl, which"
    echo "prints nothing and has all transfers at once; reading JSON is next to Python, which loads the same file and decides nothing."
    echo
    in_turn_header
    local count file saved python load='import json, sys; json.load(open(sys.argv[1]))'
    # Not a script that looks for the interpreter first.
    python=$(python3 -c 'import sys; print(sys.executable)' || true)
    for count in 10 100 1000 10000; do
        file=$work/$count.json saved=$work/$count.assessment.json
        endpoints $count > $file
        local rival=($work/timed /dev/null $work/probes multi http://127.0.0.1/generate_204 $count $count)
        in_turn "\`check\` of $count endpoints" 1 C $work/timed $work/out "$command" check --config $file -- "${rival[@]}"
        "$command" check --json --config $file > $saved || true
        in_turn "\`check --json\` of $count endpoints, $(megabytes $saved)" 1 C $work/timed $work/out "$command" check --json --config $file -- "${rival[@]}"
        in_turn "\`classify --assessment\` of an assessment of $count endpoints" 1 Python $work/timed $work/out "$command" classify --assessment $saved \
            -- $work/timed /dev/null "$python" -c "$load" $saved
        in_turn "\`doctor\` of a configuration of $count endpoints, $(megabytes $file)" 1 Python $work/timed $work/out "$command" doctor --config $file \
            -- $work/timed /dev/null "$python" -c "$load" $file
    done
    echo
}
