"""Runs the service among faults and checks what it did, for Tests/Endurance/run."""

import collections
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from service import (
    SECONDS, SEED, TOOL, Service, World, check, collapse, draw, faults, measure, path, read_lines, scrape, script, seconds, settle, write,
)

# For development: the names of the only phases.
ONLY = os.environ.get("ENDURANCE_PHASES", "").split()


def configure(interval):
    write("config.json", json.dumps({
        "endpoints": [{
            "url": "http://check.example/generate_204",
            "expect": {"use": "validator.status-code", "expected": [204]},
        }],
        "limits": {"total": 1.5},
        "schedule": {
            "interval": interval, "captiveFirst": 0.5, "captiveMaximum": 2, "retryFirst": 0.5, "retryMaximum": 2,
        },
        "notifiers": [
            {"use": "notifier.lines", "to": path("lines.ndjson"), "format": "json",
             "events": ["changed", "observed", "source-failed", "ended"]},
            {"use": "notifier.outages", "file": path("disk/outages.db")},
            {"use": "notifier.state-file", "file": path("disk/state.json")},
            {"use": "notifier.prometheus", "listen": "unix:" + path("metrics.sock"), "detail": "endpoints"},
            {"use": "notifier.program", "program": [HANGING], "timeout": 3, "events": ["changed", "round-ended"]},
            {"use": "notifier.program", "program": [FAILING], "events": ["changed", "confirmed"]},
            {"use": "notifier.program", "program": [FLOODING], "timeout": 2},
            # Without a bus it fails all the time.
            {"use": "notifier.dbus"},
        ],
    }))


HANGING = script("hanging", "trap '' TERM\nsleep 100")
FAILING = script("failing", "echo no broker >&2\nexit 3")
FLOODING = script("flooding", "exec yes flood >&2")


BAD = ("unreachable", "disconnected")


def phases(service, world):
    def portal():
        world.set("portal")
        settle(service, ["captive"], "a portal")
        world.set("genuine")

    def silence():
        world.set("silent")
        settle(service, BAD, "a network that answers nothing")
        world.set("genuine")

    def nameless():
        world.set("nameless")
        settle(service, BAD, "a dead resolver")
        world.set("genuine")

    def flap():
        for _ in range(draw.randint(1, 3)):
            world.link(False)
            time.sleep(draw.uniform(0.05, 0.4))
            world.link(True)
            time.sleep(draw.uniform(0.05, 0.4))

    def unplug():
        world.link(False)
        settle(service, BAD, "a link without carrier")
        world.link(True)

    def reload():
        configure(draw.choice([1, 2, 3]))
        service.process.send_signal(signal.SIGHUP)
        time.sleep(0.5)

    def refused():
        write("config.json", "{")
        service.process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        configure(2)

    def looks():
        for _ in range(300):
            service.process.send_signal(signal.SIGUSR1)
        time.sleep(0.2)

    def full():
        try:
            with open(path("disk/filler"), "wb") as file:
                while True:
                    file.write(b"x" * 4096)
                    file.flush()
        except OSError:
            pass
        portal()
        settle(service, ["online"], "a network behind a full disk")
        os.remove(path("disk/filler"))

    def kill():
        for child in service.children():
            try:
                os.kill(child, signal.SIGKILL)
            except OSError:
                pass

    def clients():
        # Clients that never read, of both sockets.
        held = []
        for name in ["status.sock", "metrics.sock"] * 50:
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(1)
            try:
                client.connect(path(name))
                held.append(client)
            except OSError:
                pass
        time.sleep(0.3)
        for client in held:
            client.close()

    return [portal, silence, nameless, flap, unplug, reload, refused, looks, full, kill, clients]


def main():
    print(f"ENDURANCE_SEED={SEED}, {SECONDS} s", flush=True)
    configure(2)
    world = World()
    began = time.time()
    service = Service()
    settle(service, ["online"], "the beginning")
    stop = threading.Event()

    def sample():
        while not stop.wait(1):
            if (now := service.measure()) is not None:
                service.samples.append(now)

    sampler = threading.Thread(target=sample)
    sampler.start()
    end = time.time() + SECONDS
    count = collections.Counter()
    metrics = ""
    while time.time() < end and service.process.poll() is None:
        order = [phase for phase in phases(service, world) if phase.__name__ in ONLY or not ONLY]
        draw.shuffle(order)
        for phase in order:
            phase()
            count[phase.__name__] += 1
            settle(service, ["online"], f"after {phase.__name__}")
            if time.time() > end or service.process.poll() is not None:
                break
        # The same moment of each turn: online, and the clients that were held are gone.
        time.sleep(1)
        service.calm.append(service.measure())
        metrics = scrape()
    stop.set()
    sampler.join()
    check(service.process.poll() is None, f"it runs to the end: {dict(count)}")

    # The disk has room again, and the journal is given time to write what it kept.
    time.sleep(3)
    settle(service, ["online"], "the end")
    service.process.terminate()
    try:
        status = service.process.wait(10)
    except subprocess.TimeoutExpired:
        status = "none within 10 s"
        service.process.kill()
    lasted = time.time() - began
    check(status == 0, f"SIGTERM ends it with status 0: {status}")

    lines = read_lines()
    changes = [line for line in lines if line["type"] == "changed"]
    wrong = []
    for line in changes:
        assessment = line["assessment"]
        if assessment["access"] != "online":
            continue
        begin = seconds(assessment["startedAt"])
        if not world.was_genuine(begin - 0.005, begin + assessment["duration"] + 0.005):
            wrong.append(assessment["startedAt"])
    online = sum(line["assessment"]["access"] == "online" for line in changes)
    check(not wrong and online > 0, f"none of {online} changes to online is wrong: {wrong}")
    final = [line["assessment"]["access"] for line in changes if line["assessment"]["isFinal"]]
    reported = collapse([name for name in final if name != "determining"])

    database = sqlite3.connect(path("disk/outages.db"))
    rows = [row[0] for row in database.execute("select state from state where path = '' order by id")]
    kept = collapse([name for name in rows if name not in ("determining", "asleep", "absent")])
    check(kept == reported, f"the journal of outages has every change: {len(kept)} of {len(reported)}")
    if kept != reported:
        print(f"  reported {reported}\n  kept {kept}")
    check(database.execute("pragma integrity_check").fetchone()[0] == "ok", "the journal is whole")
    report = json.loads(subprocess.run([TOOL, "report", "--journal", path("disk/outages.db"), "--since", "1h", "--json"],
                                       capture_output=True, text=True, check=True).stdout)
    with open(path("report.json"), "w") as file:
        json.dump(report, file, indent=1)
    machine = next(part for part in report["paths"] if part["name"] is None)
    whole = seconds(report["to"]) - seconds(report["from"])
    check(abs(sum(machine["times"].values()) - whole) < 0.01, f"the times of its states add up to {whole:.0f} s")
    # A run that begins anew has observed nothing before its first result.
    gaps = 5 + count["reload"] * 0.5
    check(lasted - gaps <= machine["observed"] <= lasted + 1, f"the time that it observed is that of the run: {machine['observed']:.0f} of {lasted:.0f} s")
    observed = [line["observation"] for line in lines if line["type"] == "observed"]
    stages = collections.Counter(observation["state"] for observation in observed if observation["kind"] == "portal")
    check(stages["found"] > 0 and stages["unlocked"] > 0, f"the stages of portals are reported: {dict(stages)}")
    broken = [line["error"] for line in lines if line["type"] == "source-failed"]
    check(not broken, f"the source of interfaces never fails: {broken}")

    measure(service)
    dropped = [line for line in metrics.splitlines() if line.startswith("connectivity_notifier_dropped_total")]
    total = sum(float(line.rsplit(" ", 1)[1]) for line in dropped)
    check(total > 0, f"events that the slow notifiers missed are counted: {total:.0f}")
    with open(path("metrics.prom"), "w") as file:
        file.write(metrics)
    sys.exit(1 if faults else 0)


main()
