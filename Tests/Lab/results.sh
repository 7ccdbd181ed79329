row() { local a; a=$(jq -r '[.access, .portal.kind // "-", .duration*1000|tostring|.[0:12]] | @tsv' <<< "$answer" | tr '\t' ' '); echo "$name | $access $kind | $a | $(jq -r .reason <<<"$answer" | cut -c1-100)| $(for p in ${running[@]}; do cat $lab/$p.answer; done | tr '\n' ' ')"; }
failed() { echo "FAILED $name"; }
