#!/usr/bin/python3
import json, os, sys

INTRODUCTION = json.loads('{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"prober.@NAME@","summary":"reads the first line of a file","kinds":["@NAME@"]},{"use":"validator.@NAME@","summary":"expects a text as the first line","expectation":true,"content":true,"options":{"type":"object","properties":{"text":{"type":"string"}}}}]}')

def answer(request):
    if request["type"] == "hello":
        return INTRODUCTION
    if request["type"] == "probe":
        try:
            with open(request["request"]["question"]["facts"]["file"]) as file:
                answer = {"kind": "@NAME@", "facts": {"text": file.readline().rstrip("\n")}}
                # Nobody on the network writes the file; without this, an answer proves nothing.
                return {"authentication": "verified", "answer": answer}
        except (OSError, KeyError, ValueError) as error:
            return {"failure": "unreachable", "detail": str(error)}
    if request["type"] == "validate":
        text = ((request["exchange"]["answer"] or {}).get("facts") or {}).get("text")
        if text is None:
            return {"finding": "inconclusive", "reason": "there is no text"}
        if text == request["options"].get("text", "up"):
            return {"finding": "genuine", "reason": "the text is as expected"}
        return {"finding": "substituted", "reason": "the text is another one"}

for line in sys.stdin:
    request = json.loads(line)
    said = answer(request)
    if said is not None:
        print(json.dumps({"id": request["id"]} | said), flush=True)
