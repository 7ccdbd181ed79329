#!/bin/sh
# One program of jq reads every line and writes every answer.
exec jq --unbuffered -c '
    if .type == "hello" then
        {
            id, protocol: 1, name: "@NAME@", version: "1.0",
            registers: [{
                use: "validator.@NAME@", summary: "expects a text as the body", expectation: true, content: true,
                options: {type: "object", properties: {text: {type: "string"}}}
            }],
            sentences: {"@NAME@.expected": "the body is as expected", "@NAME@.other": "the body is not {expected}"}
        }
    elif .type == "validate" then
        (.options.text // "pong") as $expected
        | if .exchange.response == null then {id, finding: "inconclusive", reason: "there is no response"}
          elif .exchange.response.body == $expected then
              {id, finding: "genuine", reason: {code: "@NAME@.expected", facts: {}}}
          else {id, finding: "substituted", reason: {code: "@NAME@.other", facts: {expected: $expected}}} end
    else empty end
'
