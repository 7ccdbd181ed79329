#!/usr/bin/python3
import json, sys

def introduction():
    options = {"type": "object", "properties": {"text": {"type": "string"}}}
    validator = {"use": "validator.@NAME@", "summary": "expects a text as the body", "expectation": True, "content": True, "options": options}
    sentences = {"@NAME@.expected": "the body is as expected", "@NAME@.other": "the body is not {expected}"}
    return {"protocol": 1, "name": "@NAME@", "version": "1.0", "registers": [validator], "sentences": sentences}

def verdict(options, response):
    expected = options.get("text", "pong")
    if response is None:
        return {"finding": "inconclusive", "reason": "there is no response"}
    if response["body"] == expected:
        return {"finding": "genuine", "reason": {"code": "@NAME@.expected", "facts": {}}}
    return {"finding": "substituted", "reason": {"code": "@NAME@.other", "facts": {"expected": expected}}}

for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "hello":
        answer = introduction()
    elif request["type"] == "validate":
        answer = verdict(request["options"], request["exchange"]["response"])
    else:
        continue
    print(json.dumps({"id": request["id"]} | answer), flush=True)
