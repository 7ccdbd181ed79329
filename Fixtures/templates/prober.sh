#!/bin/sh
# Reads one JSON object per line; jq takes it apart and writes the answers.
member() { printf '%s\n' "$line" | jq -r "$1"; }
answer() { jq -nc "$@" | jq -c --argjson id "$id" '{id: $id} + .'; }

while IFS= read -r line; do
    id=$(member .id)
    case $(member .type) in
        hello) answer '{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"prober.@NAME@","summary":"reads the first line of a file","kinds":["@NAME@"]},{"use":"validator.@NAME@","summary":"expects a text as the first line","expectation":true,"content":true,"options":{"type":"object","properties":{"text":{"type":"string"}}}}]}' ;;
        probe)
            if text=$(head -n 1 -- "$(member .request.question.facts.file)" 2>/dev/null); then
                answer --arg text "$text" '{authentication: "verified", answer: {kind: "@NAME@", facts: {text: $text}}}'
            else
                answer '{failure: "unreachable", detail: "the file cannot be read"}'
            fi ;;
        validate)
            printf '%s\n' "$line" | jq -c '{id} + (.options.text // "up") as $expected
                | .exchange.answer.facts.text as $text
                | if $text == null then {finding: "inconclusive", reason: "there is no text"}
                  elif $text == $expected then {finding: "genuine", reason: "the text is as expected"}
                  else {finding: "substituted", reason: "the text is another one"} end' ;;
        bye) exit ;;
    esac
done
