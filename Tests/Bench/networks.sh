# What people wait for: from a cable to the assessment, and the final word of a network that is dead or captive. The networks are
# those of Tests/Lab.

dead=(unplugged rejected rejected-admin reset names-refused names-closed names-dropped dropped)
mapfile -t captive < <(awk -F '\t' '$3 == "-" && $4 == "captive" { print $1 }' Tests/Lab/behaviours.tsv)

# lab OPTION...: runs the lab, unless this device cannot.
lab() { CONNECTIVITYCTL=$command Tests/Lab/run "$@" 2>> $work/lab.log; }

cable() {
    echo "## From a cable to the assessment"
    echo
    echo "Median, least and most of $1 plugs, each seen by both: NetworkManager's \`full\` after one URL without TLS, and \`online\` of"
    echo "\`connectivityctl watch\`, which asks the default endpoints, two of them over TLS."
    echo
    lab --plugs "$1" > $work/plugs || true
    if grep -q '^| 0 s' $work/plugs; then
        echo "| work | wall | rival | its wall | ratio of wall |"
        echo "| --- | --- | --- | --- | --- |"
        awk -F ' *[|] *' '/^[|] [0-9]/ { printf "| cable to `online`, settling %s | %s | NetworkManager | %s | %s |\n", $2, $4, $3, $5 }' $work/plugs
    else
        echo "missing: the lab with NetworkManager (Tests/Lab/install)"
    fi
    echo
}

# seconds KIND COUNT BEHAVIOUR...: prints a row for each behaviour, and one for all of them.
seconds() {
    local kind=$1 count=$2
    shift 2
    lab --seconds "$count" "$@" > $work/seconds || true
    if [ ! -s $work/seconds ]; then echo "| $kind: missing: the lab (Tests/Lab/install) | – | – |"; return; fi
    local name verb row
    for name in "$@" all; do
        row="| $kind: $name"
        for verb in check explain; do
            row="$row | $(awk -v verb=$verb -v name=$name '$1 == verb && (name == "all" || $3 == name) { print $4 }' $work/seconds | sort -n | awk '
                function at(share) { return value[int((NR - 1) * share + 0.999999) + 1] }
                { value[NR] = $1 }
                END { if (NR) printf "%.2f / %.2f / %.2f s", value[1], at(0.5), at(0.95); else printf "–" }')"
        done
        echo "$row |"
    done
}

final_words() {
    echo "## The final word of a dead or captive network"
    echo
    echo "Least / median / 95 of 100, of $1 runs for each behaviour of the lab, from the start of the command to its end."
    echo
    echo "| network | check | explain |"
    echo "| --- | --- | --- |"
    seconds dead "$1" "${dead[@]}"
    seconds captive "$1" "${captive[@]}"
    echo
}
