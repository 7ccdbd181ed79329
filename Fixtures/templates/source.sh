#!/bin/sh
# Reads one JSON object per line; jq takes it apart and writes the answers.
member() { printf '%s\n' "$line" | jq -r "$1"; }
answer() { jq -nc "$@" | jq -c --argjson id "$id" '{id: $id} + .'; }

while IFS= read -r line; do
    id=$(member .id)
    case $(member .type) in
        hello) answer '{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"source.@NAME@","summary":"lists the interfaces below /sys/class/net"}]}' ;;
        observe)
            # More snapshots can follow at any time; the request ends with an answer without "more".
            ls /sys/class/net | jq -Rc --argjson id "$id" -n '{id: $id, more: true, interfaces: [inputs | {name: .}]}' ;;
        cancel) answer '{}' ;;
        bye) exit ;;
    esac
done
