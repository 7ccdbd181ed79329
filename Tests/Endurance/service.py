"""The service under test, the network around it and what is measured, for the scripts of Tests/Endurance/run."""

import datetime
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import time

TOOL, SCRATCH, HOST, WORLD, SECONDS = sys.argv[1:5] + [int(sys.argv[5])]
SEED = int(os.environ.get("ENDURANCE_SEED", "0")) or int(time.time())
draw = random.Random(SEED)
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


def ask(name, request=b""):
    """What a socket of the service answers."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(5)
        client.connect(path(name))
        # A service that needs no request may have answered and closed by now.
        if request:
            client.sendall(request)
        parts = []
        while part := client.recv(65536):
            parts.append(part)
        return b"".join(parts)


class Service:
    """The service, and what is measured of its process."""

    def __init__(self, bus="no-bus", **variables):
        environment = dict(os.environ, DBUS_SESSION_BUS_ADDRESS="unix:path=" + path(bus), **variables)
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
        try:
            return json.loads(ask("status.sock"))
        except (OSError, ValueError):
            return None

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

    def modes(self, begin, end):
        """The modes that held at some time of an interval."""
        return [mode for at, mode in self.history if at <= begin][-1:] + [mode for at, mode in self.history if begin < at <= end]

    def was_genuine(self, begin, end):
        return "genuine" in self.modes(begin, end)


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
    return ask("metrics.sock", b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").decode()


def measure(service):
    samples = service.samples
    with open(path("samples.json"), "w") as file:
        json.dump({"samples": samples, "calm": service.calm}, file)
    third = max(1, len(samples) // 3)
    # As pages are touched first, memory grows at the beginning; afterwards nothing may.
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
