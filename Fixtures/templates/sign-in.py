#!/usr/bin/python3
import json, os, sys

INTRODUCTION = json.loads('{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"sign-in.@NAME@","summary":"sends a voucher to the sign-in page","options":{"type":"object","properties":{"field":{"type":"string"}}}}]}')

def answer(request):
    if request["type"] == "hello":
        return INTRODUCTION
    if request["type"] == "sign-in":
        url = request["occasion"]["portal"]["signInURL"]
        if url is None or request["occasion"]["purpose"] != "sign-in":
            return {"stop": "it only signs in at a sign-in page"}
        # The host fills in the secret.
        field = {"name": request["options"].get("field", "code"), "value": {"secret": "voucher"}}
        return {"request": {"url": url, "method": "POST", "form": [field]}}
    if request["type"] == "portal-answer":
        if request["answer"]["response"]["status"] < 400:
            return {"outcome": "accepted"}
        return {"outcome": "refused", "reason": "the portal refuses the voucher"}

for line in sys.stdin:
    request = json.loads(line)
    said = answer(request)
    if said is not None:
        print(json.dumps({"id": request["id"]} | said), flush=True)
