"""Runs the service with each kind of notifier and two that never return, for Tests/Endurance/run --notifiers.

The network changes, and each change is known. Each notifier has a receiver, which says what was reported to it: exactly these
changes, each once and in this order. Between the turns nothing changes; then the wake-ups of the service are counted.
"""

import json
import os
import re
import signal
import statistics
import sys
import threading
import time

from receivers import KINDS, Bus, Metrics
from service import (
    PATIENCE, SECONDS, SEED, Service, World, check, draw, faults, measure, path, scrape, script, seconds, write,
)

# How long nothing changes after a turn, in seconds.
CALM = 20
# What a result may be, by what the network was during its round.
EXPLAINED = {
    "genuine": {"online"}, "portal": {"captive"}, "silent": {"unreachable"}, "nameless": {"unreachable"},
    "unplugged": {"disconnected", "unreachable"},
}
PLUGIN = """#!/usr/bin/env python3
import json, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
request = json.loads(sys.stdin.readline())
introduction = {"protocol": 1, "name": "hanging", "version": "1.0", "registers": [
    {"use": "notifier.example.hanging", "summary": "never returns", "options": {"type": "object"}}]}
print(json.dumps({"id": request["id"]} | introduction), flush=True)
time.sleep(1e9)
"""


def reported(receiver):
    return [access for access in receiver.reported() if access not in ("determining", "absent")]


def configure():
    write("hanging", PLUGIN)
    os.chmod(path("hanging"), 0o755)
    write("config.json", json.dumps({
        "endpoints": [{
            "url": "http://check.example/generate_204", "expect": {"use": "validator.status-code", "expected": [204]},
        }],
        "limits": {"total": 1.5},
        "schedule": {"interval": 2, "captiveFirst": 0.5, "captiveMaximum": 2, "retryFirst": 0.5, "retryMaximum": 2},
        "plugins": [{"program": [path("hanging")]}],
        "notifiers": [
            {"use": "notifier.example.hanging"},
            {"use": "notifier.program", "program": [script("sleeping", "trap '' TERM\nsleep 100")], "timeout": 5},
        ] + [dict(kind.configuration, use=name) for name, kind in KINDS.items()],
    }))


class Run:
    """The service, its receivers, and the changes that were made."""

    def __init__(self):
        configure()
        self.world, self.bus = World(), Bus()
        self.receivers = {name: kind() for name, kind in KINDS.items()}
        self.service = Service("bus", NOTIFY_SOCKET=path("notify.sock"))
        self.changes, self.wrong, self.wakeups = [], {}, []

    def changed(self, access):
        """Notes a change, and waits until each notifier has reported it."""
        self.changes.append(access)
        missing = {name: receiver for name, receiver in self.receivers.items() if name not in self.wrong}
        end = time.time() + PATIENCE
        while missing and time.time() < end:
            missing = {name: receiver for name, receiver in missing.items() if not self.agrees(name, receiver)}
            time.sleep(0.2)
        self.compare()

    def agrees(self, name, receiver):
        expected = sorted(self.changes) if isinstance(receiver, Metrics) else self.changes
        return reported(receiver) == expected

    def compare(self):
        for name, receiver in self.receivers.items():
            if name not in self.wrong and not self.agrees(name, receiver):
                self.wrong[name] = len(self.changes)
                check(False, f"{name} reports {self.changes[-1]}, change {len(self.changes)}, once: {reported(receiver)[-6:]}")

    def turn(self):
        kinds = [("portal", "captive"), ("silent", "unreachable"), ("nameless", "unreachable"), ("unplugged", "disconnected")]
        draw.shuffle(kinds)
        for mode, access in kinds:
            self.world.link(False) if mode == "unplugged" else self.world.set(mode)
            self.changed(access)
            # A round that comes to the same is no change.
            time.sleep(draw.uniform(0, 3))
            self.world.link(True) if mode == "unplugged" else self.world.set("genuine")
            self.changed("online")
            for _ in range(3):
                self.service.process.send_signal(signal.SIGUSR1)
                time.sleep(draw.uniform(0, 1))

    def calm(self):
        """Nothing changes: counts the wake-ups of a minute, and nothing is reported."""
        before, began = self.switches(), time.time()
        time.sleep(CALM)
        after, lasted = self.switches(), time.time() - began
        self.wakeups.append(sum(count - before.get(thread, 0) for thread, count in after.items()) * 60 / lasted)
        self.service.calm.append(self.service.measure())
        self.compare()

    def switches(self):
        counts = {}
        for thread in os.listdir(f"/proc/{self.service.pid}/task"):
            try:
                with open(f"/proc/{self.service.pid}/task/{thread}/status") as file:
                    counts[thread] = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.MULTILINE)[1])
            except OSError:
                pass
        return counts

    def judge(self):
        for name in self.receivers:
            check(name not in self.wrong, f"{name} reported each of {len(self.changes)} changes once")
        events = self.receivers["notifier.lines"].read()
        results = [event["assessment"] for event in events if event["type"] in ("changed", "round-ended")]
        wrong = []
        for result in results:
            begin = seconds(result["startedAt"])
            modes = self.world.modes(begin - 0.1, begin + result["duration"] + 0.1)
            if result["access"] != "determining" and result["access"] not in set().union(*(EXPLAINED[mode] for mode in modes)):
                wrong.append((result["startedAt"], result["access"], modes))
        check(not wrong and len(results) > len(self.changes), f"none of {len(results)} results is wrong: {wrong[:5]}")
        metrics = scrape()
        for kind in ("PluginNotifier", "ProgramNotifier"):
            failed = re.search(rf'^connectivity_notifier_failures_total\{{notifier="{kind}".*\}} (\d+)', metrics, re.MULTILINE)
            check(failed is not None and int(failed[1]) > 0, f"calls of {kind} that never return are counted: {failed and failed[1]}")
        failures = [event["error"] for event in events if event["type"] == "source-failed"]
        check(not failures, f"the source of interfaces never fails: {failures}")
        half = len(self.wakeups) // 2
        first, second = (statistics.median(part) for part in (self.wakeups[:half], self.wakeups[half:]))
        check(
            second <= first * 1.1 + 10,
            f"wake-ups are constant while nothing changes: {first:.0f} per minute in the first half, {second:.0f} in the second,"
            f" {min(self.wakeups):.0f} to {max(self.wakeups):.0f}",
        )
        measure(self.service)


def main():
    print(f"ENDURANCE_SEED={SEED}, {SECONDS} s, {len(KINDS)} notifiers and two that never return", flush=True)
    run = Run()
    try:
        turns(run)
        run.judge()
        run.service.process.terminate()
        check(run.service.process.wait(10) == 0, "SIGTERM ends it with status 0")
    finally:
        run.service.process.kill()
        run.bus.end()
    sys.exit(1 if faults else 0)


def turns(run):
    service, end, stop = run.service, time.time() + SECONDS, threading.Event()

    def sample():
        while not stop.wait(5):
            if (now := service.measure()) is not None:
                service.samples.append(now)

    threading.Thread(target=sample, daemon=True).start()
    run.changed("online")
    count = 0
    while (count < 2 or time.time() < end) and service.process.poll() is None:
        run.turn()
        run.calm()
        count += 1
        print(f"turn {count}: {len(run.changes)} changes, {service.calm[-1]}, {run.wakeups[-1]:.0f} wake-ups per minute", flush=True)
    stop.set()
    check(service.process.poll() is None, f"it runs to the end: {count} turns")


main()
