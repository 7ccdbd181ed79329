"""Runs the service among faults and checks what it did, for Tests/Endurance/run."""

import collections
import datetime
import json
import os
import random
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import threading
import time

TOOL, SCRATCH, HOST, WORLD, SECONDS = sys.argv[1:5] + [int(sys.argv[5])]
SEED = int(os.environ.get("ENDURANCE_SEED", "0")) or int(time.time())
# For development: the names of the only phases.
ONLY = os.environ.get("ENDURANCE_PHASES", "").split()
# A state must be right after this time at the latest: a round of 1.5 s, the longest wait of 2 s, and a busy machine.
PATIENCE = 15


def path(name):
    return os.path.join(SCRATCH, name)


def write(name, text):
    with open(path(name) + ".new", "w") as file:
        file.write(text)
    os.rename(path(name) + ".new", path(name))


faults = []


def check(is_so, text):
    print(("seen      " if is_so else "NOT SEEN  ") + text, flush=True)
    if not is_so:
        faults.append(text)


def script(name, lines):
    with open(path(name), "w") as file:
        file.write("#!/bin/sh\n" + lines + "\n")
    os.chmod(path(name), 0o755)
    return path(name)


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
            {"use": "notifier.lines", "file": path("lines.ndjson"), "format": "json",
             "events": ["changed", "portal", "source-failed", "ended"]},
            {"use": "notifier.outages", "file": path("disk/outages.db")},
            {"use": "notifier.state-file", "file": path("disk/state.json")},
            {"use": "notifier.prometheus", "listen": "unix:" + path("metrics.sock")},
            {"use": "notifier.program", "program": [HANGING], "timeout": 3, "events": ["changed", "round-ended"]},
            {"use": "notifier.program", "program": [FAILING], "events": ["changed", "confirmed"]},
            {"use": "notifier.program", "program": [FLOODING], "timeout": 2},
            {"use": "notifier.dbus"},
        ],
    }))


HANGING = script("hanging", "trap '' TERM\nsleep 100")
FAILING = script("failing", "echo no broker >&2\nexit 3")
FLOODING = script("flooding", "exec yes flood >&2")


class Service:
    """The service, and what is measured of its process."""

    def __init__(self):
        # Without a bus the notifier over D-Bus fails all the time.
        environment = dict(os.environ, DBUS_SESSION_BUS_ADDRESS="unix:path=" + path("no-bus"))
        self.errors = open(path("errors"), "w")
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", HOST, TOOL, "watch", "--quiet", "--config", path("config.json"),
             "--socket", path("status.sock")],
            stderr=self.errors, stdout=subprocess.DEVNULL, env=environment,
        )
        self.samples = []
        self.calm = []

    @property
    def pid(self):
        # ip becomes the command.
        return self.process.pid

    def status(self):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(5)
        try:
            client.connect(path("status.sock"))
            parts = []
            while part := client.recv(65536):
                parts.append(part)
            return json.loads(b"".join(parts))
        except (OSError, ValueError):
            return None
        finally:
            client.close()

    def access(self):
        assessment = (self.status() or {}).get("assessment") or {}
        return assessment.get("access") if assessment.get("isFinal") else None

    def measure(self):
        try:
            with open(f"/proc/{self.pid}/status") as file:
                fields = dict(line.split(":", 1) for line in file)
            descriptors = os.listdir(f"/proc/{self.pid}/fd")
            return {"at": time.time(), "rss": int(fields["VmRSS"].split()[0]), "threads": int(fields["Threads"]),
                    "descriptors": len(descriptors)}
        except (OSError, KeyError):
            return None

    def children(self):
        with open(f"/proc/{self.pid}/task/{self.pid}/children") as file:
            own = file.read().split()
        for task in os.listdir(f"/proc/{self.pid}/task"):
            try:
                with open(f"/proc/{self.pid}/task/{task}/children") as file:
                    own += file.read().split()
            except OSError:
                pass
        return {int(child) for child in own}


class World:
    """What is true at which time: (from, mode); a wrong "online" is one that no time of its round explains."""

    def __init__(self):
        self.history = []
        self.set("genuine")

    def set(self, mode):
        # What is genuine is noted before it is so, and what is not is noted after it is so: at the edges both hold.
        if mode == "genuine":
            self.history.append((time.time(), mode))
        write("mode", mode)
        if mode != "genuine":
            self.history.append((time.time(), mode))

    def link(self, is_up):
        if is_up:
            self.history.append((time.time(), "genuine"))
        subprocess.run(["ip", "-n", WORLD, "link", "set", "lan", "up" if is_up else "down"], check=True)
        if not is_up:
            self.history.append((time.time(), "unplugged"))

    def was_genuine(self, begin, end):
        modes = [mode for at, mode in self.history if at <= begin][-1:]
        modes += [mode for at, mode in self.history if begin < at <= end]
        return "genuine" in modes


def settle(service, accesses, what):
    """Waits until the service says one of these; returns whether it did in time."""
    end = time.time() + PATIENCE
    seen = None
    while time.time() < end:
        seen = service.access()
        if seen in accesses:
            return True
        time.sleep(0.1)
    check(False, f"{what}: the service says {seen} after {PATIENCE} s, not {' or '.join(accesses)}")
    return False


BAD = ("unreachable", "disconnected")


def phases(service, world, draw):
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


def read_lines():
    with open(path("lines.ndjson")) as file:
        return [json.loads(line) for line in file]


def seconds(text):
    # datetime has microseconds.
    begin, _, fraction = text.rstrip("Z").partition(".")
    whole = datetime.datetime.fromisoformat(begin + "+00:00").timestamp()
    return whole + float("0." + (fraction or "0"))


def collapse(names):
    return [name for index, name in enumerate(names) if index == 0 or names[index - 1] != name]


def scrape():
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(5)
    client.connect(path("metrics.sock"))
    client.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    parts = []
    while part := client.recv(65536):
        parts.append(part)
    client.close()
    return b"".join(parts).decode()


def main():
    print(f"ENDURANCE_SEED={SEED}, {SECONDS} s", flush=True)
    draw = random.Random(SEED)
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
        order = [phase for phase in phases(service, world, draw) if phase.__name__ in ONLY or not ONLY]
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
    changes = [line for line in lines if line["event"] == "changed"]
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
    told = collapse([name for name in final if name != "determining"])

    database = sqlite3.connect(path("disk/outages.db"))
    rows = [row[0] for row in database.execute("select state from state where path = '' order by id")]
    kept = collapse([name for name in rows if name not in ("determining", "asleep", "absent")])
    check(kept == told, f"the journal of outages has every change: {len(kept)} of {len(told)}")
    if kept != told:
        print(f"  told {told}\n  kept {kept}")
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
    stages = collections.Counter(line["stage"] for line in lines if line["event"] == "portal")
    check(stages["found"] > 0 and stages["unlocked"] > 0, f"the stages of portals are told: {dict(stages)}")
    broken = [line["error"] for line in lines if line["event"] == "source-failed"]
    check(not broken, f"the source of interfaces never fails: {broken}")

    measure(service)
    dropped = [line for line in metrics.splitlines() if line.startswith("connectivity_notifier_dropped_total")]
    total = sum(float(line.rsplit(" ", 1)[1]) for line in dropped)
    check(total > 0, f"events that the slow notifiers missed are counted: {total:.0f}")
    with open(path("metrics.prom"), "w") as file:
        file.write(metrics)
    sys.exit(1 if faults else 0)


def measure(service):
    samples = service.samples
    with open(path("samples.json"), "w") as file:
        json.dump({"samples": samples, "calm": service.calm}, file)
    third = max(1, len(samples) // 3)
    # Where pages are touched first, memory grows at the beginning; afterwards nothing may.
    early = max(sample["rss"] for sample in samples[:2 * third])
    late = max(sample["rss"] for sample in samples[2 * third:])
    check(late <= early * 1.05 + 1024, f"memory is constant: {early} KiB, then {late} KiB")
    calm = [sample for sample in service.calm if sample]
    half = len(calm) // 2
    for name, slack in [("descriptors", 1), ("threads", 1)]:
        # A program of a notifier may be running at the end of a turn, so single values vary.
        first, second = (statistics.median(sample[name] for sample in part) for part in (calm[:half], calm[half:]))
        check(
            second - first <= slack,
            f"{name} are constant: {first:.0f} after each turn of the first half, {second:.0f} in the second,"
            f" at most {max(sample[name] for sample in samples)} at any time",
        )


main()
