"""The receivers of Tests/Endurance/notifiers.py: what each kind of notifier reported, as the names of accesses."""

import json
import os
import re
import socket
import sqlite3
import subprocess
import threading
import time

from service import ask, collapse, path, scrape, script, write


class Lines:
    """notifier.lines"""

    configuration = {"file": path("lines.ndjson"), "format": "json", "events": ["changed", "round-ended", "source-failed", "ended"]}

    def __init__(self):
        self.events, self.offset = [], 0

    def read(self):
        with open(path("lines.ndjson"), "a+") as file:
            file.seek(self.offset)
            for line in file:
                if not line.endswith("\n"):
                    break
                self.offset += len(line.encode())
                self.events.append(json.loads(line))
        return self.events

    def reported(self):
        return [event["assessment"]["access"] for event in self.read() if event["type"] == "changed"]


class Datagrams:
    """A socket that systemd would listen on."""

    def __init__(self, name, pattern):
        self.pattern, self.accesses = pattern, []
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(path(name))
        threading.Thread(target=self.receive, daemon=True).start()

    def receive(self):
        while True:
            found = re.search(self.pattern, self.socket.recv(65536).decode(), re.MULTILINE | re.DOTALL)
            if found:
                self.accesses.append(found[1])

    def reported(self):
        return list(self.accesses)


class Journal(Datagrams):
    """notifier.journal"""

    configuration = {"socket": path("journal.sock"), "events": ["changed"]}

    def __init__(self):
        super().__init__("journal.sock", r"^CONNECTIVITY_ACCESS=([\w-]+)$")


class Systemd(Datagrams):
    """notifier.systemd"""

    configuration = {}

    def __init__(self):
        super().__init__("notify.sock", r"^STATUS=(\w+)")

    def reported(self):
        # A stage of a portal is reported with the access that it is part of.
        return collapse(list(self.accesses))


class Program:
    """notifier.program"""

    configuration = {
        "program": [script("program", f'echo "$CONNECTIVITY_ACCESS" >> {path("program.log")}')], "events": ["changed"],
    }

    def reported(self):
        try:
            with open(path("program.log")) as file:
                return file.read().split()
        except FileNotFoundError:
            return []


class StateFile:
    """notifier.state-file"""

    configuration = {"file": path("disk/state.json")}

    def __init__(self):
        self.states, self.inode = [], None
        threading.Thread(target=self.look, daemon=True).start()

    def look(self):
        while not time.sleep(0.05):
            try:
                with open(path("disk/state.json")) as file:
                    if (inode := os.fstat(file.fileno()).st_ino) != self.inode:
                        self.inode = inode
                        state = json.load(file)
                        self.states.append((state["access"], state["beganAt"] or state["startedAt"]))
            except FileNotFoundError:
                pass

    def reported(self):
        return [access for access, _ in collapse(list(self.states))]


class Outages:
    """notifier.outages"""

    configuration = {"file": path("disk/outages.db")}

    def reported(self):
        try:
            database = sqlite3.connect(f"file:{path('disk/outages.db')}?mode=ro", uri=True)
            rows = [row[0] for row in database.execute("select state from state where path = '' order by id")]
            database.close()
            return rows
        except sqlite3.OperationalError:
            return []


class Metrics:
    """Counts by access; the order is not known."""

    def reported(self):
        try:
            counts = re.findall(r'^connectivity_access_changes_total\{access="(\w+)"\} (\d+)', self.page(), re.MULTILINE)
        except OSError:
            return []
        return sorted(name for name, count in counts for _ in range(int(count)))


class Prometheus(Metrics):
    """notifier.prometheus"""

    configuration = {"listen": "unix:" + path("metrics.sock"), "detail": "all"}

    def page(self):
        return scrape()


class PrometheusFile(Metrics):
    """notifier.prometheus-file"""

    configuration = {"file": path("disk/state.prom")}

    def page(self):
        with open(path("disk/state.prom")) as file:
            return file.read()


class Status:
    """notifier.status, which is asked after each change"""

    configuration = {"socket": path("state.sock")}

    def __init__(self):
        self.states = []

    def reported(self):
        try:
            status = json.loads(ask("state.sock"))
        except (OSError, ValueError):
            return []
        if status["assessment"]:
            self.states.append((status["assessment"]["access"], status["since"]))
        return [access for access, _ in collapse(self.states)]


class Bus:
    """A private message bus, with a notification service and what listens to the signals of the service."""

    def __init__(self):
        write("bus.conf", f"""<busconfig><type>session</type><listen>unix:path={path('bus')}</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
            </policy></busconfig>""")
        environment = dict(os.environ, DBUS_SESSION_BUS_ADDRESS="unix:path=" + path("bus"))
        silent = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}
        self.children = [subprocess.Popen(["dbus-daemon", "--config-file", path("bus.conf"), "--nofork", "--nopidfile"], **silent)]
        while not os.path.exists(path("bus")):
            time.sleep(0.05)
        self.children.append(subprocess.Popen(
            ["/usr/bin/python3", "-m", "dbusmock", "--session", "--template", "notification_daemon", "-l", path("desktop.log")],
            stdout=subprocess.DEVNULL, **silent
        ))
        match = "type='signal',interface='org.freedesktop.DBus.Properties',path='/io/github/swift_connectivity'"
        self.children.append(subprocess.Popen(
            ["busctl", "--address=unix:path=" + path("bus"), "--json=short", "--match", match, "monitor"],
            stdout=open(path("signals.ndjson"), "w"), **silent
        ))
        while not os.path.exists(path("desktop.log")):
            time.sleep(0.05)
        time.sleep(1)

    def end(self):
        for child in reversed(self.children):
            child.kill()
            child.wait()


class DBus:
    """notifier.dbus"""

    configuration = {}

    def reported(self):
        states = []
        with open(path("signals.ndjson")) as file:
            for line in file:
                if line.endswith("\n"):
                    values = json.loads(line)["payload"]["data"][1]
                    states.append((values["Access"]["data"], values["Since"]["data"]))
        # A stage of a portal is announced too.
        return [access for access, _ in collapse(states)]


class Desktop:
    """notifier.desktop"""

    configuration = {"access": ["captive", "blocked", "unreachable", "disconnected", "partial", "online"]}

    def reported(self):
        with open(path("desktop.log")) as file:
            titles = re.findall(r' Notify "connectivityctl" \d+ "[^"]*" "([^"]*)"', file.read())
        return ["captive" if title.startswith("Sign-in") else title.rsplit(" ", 1)[-1] for title in titles]


KINDS = {
    "notifier.lines": Lines, "notifier.journal": Journal, "notifier.systemd": Systemd, "notifier.program": Program,
    "notifier.state-file": StateFile, "notifier.outages": Outages, "notifier.prometheus": Prometheus,
    "notifier.prometheus-file": PrometheusFile, "notifier.status": Status, "notifier.dbus": DBus, "notifier.desktop": Desktop,
}
