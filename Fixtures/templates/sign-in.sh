#!/bin/sh
# One program of jq reads every line and writes every answer. The host fills in the secret.
exec jq --unbuffered -c '
    if .type == "hello" then {id} + {"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"sign-in.@NAME@","summary":"sends a voucher to the sign-in page","options":{"type":"object","properties":{"field":{"type":"string"}}}}]}
    elif .type == "sign-in" then
        if .occasion.portal.signInURL == null or .occasion.purpose != "sign-in" then
            {id, stop: "it only signs in at a sign-in page"}
        else
            {id, request: {
                url: .occasion.portal.signInURL, method: "POST",
                form: [{name: (.options.field // "code"), value: {secret: "voucher"}}]
            }}
        end
    elif .type == "portal-answer" then
        if .answer.response.status < 400 then {id, outcome: "accepted"}
        else {id, outcome: "refused", reason: "the portal refuses the voucher"} end
    else empty end
'
