"""The scenarios of Tests/Torture/run: what the command does, and how a run of it is judged."""

import dataclasses
import json
import re
import signal
import socket
import sqlite3
import subprocess

from world import ROOT, SHORTAGES

# The command's own exit statuses; a signal or a trap gives others.
STATUSES = {0, 1, 2, 3, 4, 5, 6, 7, 64, 65, 66, 69, 70, 73, 75, 78, 124}
# Statuses that say that an input is at fault.
BLAME = {7, 64, 65, 66, 69, 78}


@dataclasses.dataclass
class Scenario:
    words: str
    # The exit status without a failure, those that no failure may lead to, and those that only this verb has.
    status: int = 0
    never: tuple = ()
    others: tuple = ()
    # Whether a run with this status prints the same as without a failure; and the files that it then made in its folder.
    is_steady: bool = False
    files: tuple = ()
    data: str = ""
    # Whether a command that does not end works; None if it ends by itself.
    works: object = None
    # The number of places that are tried of a call that repeats; and how long a run may take.
    places: int = 40
    seconds: int = 20

    def start(self, world, failure):
        data = (world.work / self.data).read_text() if self.data else ""
        return world.start(self.words.split(), failure, data)


def answers(run):
    """Whether a server answers a request."""
    port = re.search(r"127\.0\.0\.1:(\d+)", run.output)
    if not port:
        return False
    try:
        with socket.create_connection(("127.0.0.1", int(port[1])), 2) as connection:
            connection.settimeout(2)
            connection.sendall(b"GET /generate_204 HTTP/1.1\r\nHost: connectivitycheck.gstatic.com\r\nConnection: close\r\n\r\n")
            return connection.recv(12).startswith(b"HTTP/1.1 ")
    except OSError:
        return False


def serves(run):
    # One request may fall victim to the failure; the next ones are answered.
    run.answered = getattr(run, "answered", 0) + answers(run)
    return run.answered >= 3


def prints(count):
    return lambda run: run.output.count("\n") >= count


def asked(run, name, request=b""):
    """What a socket of the run answers; empty if it does not."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(2)
        try:
            client.connect(str(run.folder / name))
            if request:
                client.sendall(request)
            parts = []
            while part := client.recv(65536):
                parts.append(part)
            return b"".join(parts).decode(errors="replace")
        except OSError:
            return ""


def datagrams(receiver):
    count = 0
    try:
        while receiver.recv(65536):
            count += 1
    except BlockingIOError:
        return count


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return {}


def journal(run):
    try:
        database = sqlite3.connect(f"file:{run.folder}/outages.db?mode=ro", uri=True)
        try:
            return [row[0] for row in database.execute("select state from state where path = ''")]
        finally:
            database.close()
    except sqlite3.Error:
        return []


def on_the_bus(run):
    words = ["dbus-send", f"--bus=unix:path={run.world.work}/bus", "--print-reply=literal", "--reply-timeout=2000"]
    words += [f"--dest=io.github.torture.{run.folder.name}", "/io/github/swift_connectivity", "org.freedesktop.DBus.Properties.Get"]
    words += ["string:io.github.swift_connectivity.Connectivity1", "string:Access"]
    return subprocess.run(words, capture_output=True, text=True).stdout


def notifies(run):
    """Whether each notifier has reported the portal, and those that report each round report it again."""
    count = run.counted = getattr(run, "counted", {"journal": 0})
    count["journal"] += datagrams(run.journal)
    parts = {
        "plugin": run.text("plugin").count("\n") >= 4, "lines": run.text("lines").count("\n") >= 4,
        "program": run.text("program").count("\n") >= 4, "journal": count["journal"] >= 4,
        "state": parsed(run.text("state.json")).get("access") == "captive",
        "metrics": 'connectivity_access{access="captive"} 1' in asked(run, "metrics", SCRAPE),
        "page": 'connectivity_access{access="captive"} 1' in run.text("page.prom"),
        "status": (parsed(asked(run, "status")).get("assessment") or {}).get("access") == "captive",
        "outages": journal(run)[-1:] == ["captive"],
    }
    run.missing = [name for name, is_so in parts.items() if not is_so]
    if not run.missing and "captive" not in on_the_bus(run):
        run.missing = ["dbus"]
    return not run.missing


SCRAPE = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
CAPTIVE = "--config WORK/captive.json --probe-timeout 2"
GENUINE = "--config WORK/genuine.json --probe-timeout 2"
BEHIND_A_PORTAL = {"status": 2, "never": (0, 1)}
RECORDING = str(ROOT / "Fixtures/demo/redirect.http")
SCENARIO = str(ROOT / "Fixtures/scenarios/hotel.json")
VALIDATOR = "WORK/validator/example.validator"

SCENARIOS = {
    "check": Scenario(f"check {GENUINE}", places=400),
    "captive": Scenario(f"check {CAPTIVE}", **BEHIND_A_PORTAL, places=400),
    "nagios": Scenario(f"check {CAPTIVE} --format nagios", **BEHIND_A_PORTAL),
    "each-path": Scenario(f"check {CAPTIVE} --scope each-interface --json", status=4, never=(0,)),
    "explain": Scenario(f"explain {CAPTIVE} --bundle OWN/bundle.json", **BEHIND_A_PORTAL, files=("bundle.json",), places=12),
    "explain-read": Scenario("explain --read WORK/captive.bundle.json --json", **BEHIND_A_PORTAL, is_steady=True),
    "compare": Scenario("compare WORK/captive.bundle.json WORK/genuine.bundle.json --json", status=7, never=(0,), is_steady=True),
    "wait": Scenario(f"wait {CAPTIVE} --access captive --timeout 8s --json"),
    "gate": Scenario(f"gate {GENUINE} -- /bin/echo open", is_steady=True, others=(126,)),
    "gate-closed": Scenario(f"gate {CAPTIVE} -- /bin/echo open", status=75, never=(0, 126)),
    "status": Scenario("status --socket WORK/status", **BEHIND_A_PORTAL),
    "portal": Scenario(f"portal {CAPTIVE} --names", is_steady=True),
    "open": Scenario(f"open {CAPTIVE} --browser WORK/browser", **BEHIND_A_PORTAL),
    "doctor": Scenario(f"doctor {GENUINE} --json", status=0),
    "report": Scenario(f"report {CAPTIVE} --html OWN/page.html", files=("page.html",)),
    "report-for": Scenario(f"report {CAPTIVE} --for 1s --json"),
    "report-journal": Scenario("report --journal WORK/outages.db --html OWN/page.html", files=("page.html",)),
    "report-session": Scenario("report WORK/captive.session.json --json", is_steady=True),
    "record": Scenario(f"fixture record --mode all --output OWN/portal.session.json {CAPTIVE}", files=("portal.session.json",)),
    "record-watch": Scenario(
        f"fixture record --mode all --for 1s --output OWN/portal.session.json {CAPTIVE}", files=("portal.session.json",)
    ),
    "verify": Scenario("fixture verify --json WORK/captive.session.json WORK/genuine.session.json", is_steady=True),
    "import": Scenario(f"fixture import {ROOT}/Fixtures/imports/mitmproxy.har --output OWN/imported", is_steady=True),
    "classify": Scenario(f"classify --json {RECORDING}", is_steady=True),
    "decide-again": Scenario("classify --assessment WORK/captive.assessment.json", is_steady=True),
    "emulate": Scenario(f"emulate --json {RECORDING}", is_steady=True),
    "emulate-live": Scenario("emulate --url http://127.0.0.1:1/ --probe-timeout 1 --html OWN/page.html", files=("page.html",)),
    "interfaces": Scenario("interfaces --json"),
    "interfaces-to": Scenario("interfaces --to 192.0.2.1", is_steady=True),
    "plugins": Scenario("plugins --config WORK/plugins.json", is_steady=True),
    "plugin-programs": Scenario("check --config WORK/plugins.json --probe-timeout 2", status=2, never=(0,)),
    "plugin-prober": Scenario("check --config WORK/prober.json"),
    "plugin-source": Scenario("check --config WORK/source.json", **BEHIND_A_PORTAL),
    "plugin-new": Scenario("plugin new example.new --output OWN/new", files=("new/configuration.json",)),
    # A law about time may be broken on a busy machine.
    "plugin-check": Scenario(f"plugin check --calls 20 {VALIDATOR}", others=(7,), places=3, seconds=90),
    "plugin-try": Scenario(f"plugin try --json {VALIDATOR} WORK/validator/recordings/genuine.http", is_steady=True),
    "schema": Scenario("schema assessment", is_steady=True),
    "lists": Scenario("plugins endpoint --json", is_steady=True),
    "detectors": Scenario("plugins detector", is_steady=True),
    "completions": Scenario("completions bash", is_steady=True),
    "manual": Scenario("manual", is_steady=True),
    "demo": Scenario("demo", never=(2,), places=2),
    "watch": Scenario(f"watch {CAPTIVE.replace('2', '1')} --interval 1 --heartbeat 0.2", works=prints(6)),
    "interfaces-watch": Scenario("interfaces --watch --json", works=prints(1)),
    "notifiers": Scenario("watch --config OWN/own.json --probe-timeout 1", works=notifies, places=25),
    "serve": Scenario(f"fixture serve {SCENARIO}", works=serves),
    "respond": Scenario("respond --port 0", works=serves),
}


def is_whole(text, name):
    return text.rstrip().endswith("</html>") if name.endswith(".html") else bool(parsed(text))


def ending(scenario, run):
    """What is wrong with an end; nothing if nothing is."""
    status = run.child.returncode
    if status not in STATUSES:
        return f"ended with {status}: {run.errors[-300:]}"
    # A verb that judges files prints a line about each.
    if status >= 64 and not run.errors.strip() and '"details"' not in run.output:
        return f"ended with {status} without a line on standard error"
    if "Fatal error" in run.errors or "Sanitizer" in run.errors:
        return run.errors[-600:]
    if run.failure.error in SHORTAGES and status in BLAME:
        return f"a shortage ends with {status}: {run.errors[-300:]}"
    return ""


def judge_ended(scenario, run, first):
    """Judges a run of a command that ends by itself; `first` is the run without a failure."""
    if not run.wait(scenario.seconds):
        return f"no end after {scenario.seconds} seconds"
    status = run.child.returncode
    if not run.failure.call and status not in (scenario.status, *scenario.others):
        return f"without a failure it ends with {status}: {run.errors[-300:]}"
    if status in scenario.never:
        return f"ended with {status}: {run.output[-300:]}"
    for name in scenario.files:
        text = run.text(name)
        if text and not is_whole(text, name):
            return f"{name} is a part"
        if status == scenario.status and not text:
            return f"ended with {status} without {name}: {run.errors[-300:]}"
    if status in (scenario.status, *scenario.others):
        if first and status == scenario.status and scenario.is_steady and run.output != first.output:
            return f"ended with {status}, and prints something else: {run.output[-300:]}"
        return ""
    if run.failure.error == "EINTR":
        return f"an interruption ends it with {status}: {run.errors[-300:]}"
    return ending(scenario, run)


def judge_lasting(scenario, run, first):
    """Judges a run of a command that does not end: it works, and holds no more descriptors than without a failure."""
    went_on = run.wait_for(lambda: not run.is_running or scenario.works(run), 15)
    if not run.is_running:
        return ending(scenario, run) or ("ended with 0 although nobody asked" if run.child.returncode == 0 else "")
    if not went_on:
        return f"it does not end and does not work: {getattr(run, 'missing', '')} {run.errors[-600:]}"
    if "  online" in run.output or '"access":"online"' in run.text("lines") or "online" in run.text("program"):
        return "online behind a portal"
    if run.failure.call:
        # Connections of a round close soon after it.
        if not run.wait_for(lambda: run.descriptors() <= first.most, 3):
            return f"{run.descriptors()} descriptors, {first.most} without the failure"
    else:
        counts = [first.most if first else 0]
        run.wait_for(lambda: counts.append(run.descriptors()), 1)
        run.most = max(counts)
    run.child.send_signal(signal.SIGTERM)
    if not run.wait(5):
        return "no end 5 seconds after SIGTERM"
    return ending(scenario, run)


def judge(scenario, run, first=None):
    try:
        return (judge_lasting if scenario.works else judge_ended)(scenario, run, first)
    finally:
        run.end()
