#!/bin/sh
# Reads one JSON object per line; jq takes it apart and writes the answers.
member() { printf '%s\n' "$line" | jq -r "$1"; }
answer() { jq -nc "$@" | jq -c --argjson id "$id" '{id: $id} + .'; }

while IFS= read -r line; do
    id=$(member .id)
    case $(member .type) in
        hello) answer '{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"notifier.@NAME@","summary":"adds a line to a file","options":{"type":"object","required":["file"],"properties":{"file":{"type":"string"}}}}]}' ;;
        notify)
            if member '"\(.event) \(.assessment.access)"' >> "$(member .options.file)"; then
                answer '{}'
            else
                answer '{error: "the file cannot be written"}'
            fi ;;
        bye) exit ;;
    esac
done
