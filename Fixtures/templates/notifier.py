#!/usr/bin/python3
import json, os, sys

INTRODUCTION = json.loads('{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"notifier.@NAME@","summary":"adds a line to a file","options":{"type":"object","required":["file"],"properties":{"file":{"type":"string"}}}}]}')

def answer(request):
    if request["type"] == "hello":
        return INTRODUCTION
    if request["type"] == "notify":
        access = (request["assessment"] or {}).get("access") or "null"
        try:
            with open(request["options"]["file"], "a") as file:
                print(request["event"], access, file=file)
            return {}
        except OSError as error:
            return {"error": str(error)}

for line in sys.stdin:
    request = json.loads(line)
    said = answer(request)
    if said is not None:
        print(json.dumps({"id": request["id"]} | said), flush=True)
