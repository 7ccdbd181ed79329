#!/usr/bin/python3
import json, os, sys

INTRODUCTION = json.loads('{"protocol":1,"name":"@NAME@","version":"1.0","registers":[{"use":"source.@NAME@","summary":"lists the interfaces below /sys/class/net"}]}')

def answer(request):
    if request["type"] == "hello":
        return INTRODUCTION
    if request["type"] == "observe":
        # More snapshots can follow at any time; the request ends with an answer without "more".
        return {"more": True, "interfaces": [{"name": name} for name in sorted(os.listdir("/sys/class/net"))]}
    if request["type"] == "cancel":
        return {}

for line in sys.stdin:
    request = json.loads(line)
    said = answer(request)
    if said is not None:
        print(json.dumps({"id": request["id"]} | said), flush=True)
