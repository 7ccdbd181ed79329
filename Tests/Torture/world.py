"""The network, the inputs and the processes of Tests/Torture/run, and which errors calls fail with."""

import errno
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "Tests/Torture/torture.c"
TOOL = os.environ.get("CONNECTIVITYCTL", str(ROOT / ".build/debug/connectivityctl"))
# What each call fails with. A call that can be interrupted also fails so.
ERRORS = {
    "open": ["EMFILE", "EACCES"], "openat": ["EMFILE"], "read": ["EIO", "EINTR"], "write": ["EIO", "EINTR"], "close": ["EIO"],
    "fstat": ["EIO"], "stat": ["EACCES"], "opendir": ["EMFILE"], "fcntl": ["EBADF"], "ioctl": ["ENODEV"], "pipe2": ["EMFILE"],
    "rename": ["EIO"], "unlink": ["EACCES"], "mkdir": ["EACCES"], "socket": ["EMFILE", "EACCES"], "socketpair": ["EMFILE"],
    "connect": ["ENETUNREACH", "EINTR"], "bind": ["EADDRINUSE"], "listen": ["EADDRINUSE"], "accept": ["EMFILE"],
    "accept4": ["EMFILE", "ECONNABORTED"], "send": ["EPIPE", "EINTR"], "sendto": ["ENOBUFS", "EPERM"], "sendmsg": ["ENOBUFS", "EINTR"],
    "recv": ["ECONNRESET", "EINTR"], "recvfrom": ["ECONNREFUSED", "EINTR"], "recvmsg": ["ENOBUFS", "EINTR"],
    "getsockname": ["ENOBUFS"], "getpeername": ["ENOTCONN"], "getsockopt": ["ENOBUFS"], "setsockopt": ["EPERM"],
    "shutdown": ["ENOTCONN"], "poll": ["ENOMEM", "EINTR"], "epoll_create1": ["EMFILE"], "epoll_ctl": ["ENOSPC"],
    "epoll_wait": ["EINTR"], "eventfd": ["EMFILE"], "timerfd_create": ["EMFILE"], "timerfd_settime": ["EINVAL"],
    "pthread_create": ["EAGAIN"], "getifaddrs": ["ENOBUFS"], "getaddrinfo": ["EMFILE"], "getrandom": ["EINTR"],
    "fork": ["EAGAIN"], "waitpid": ["EINTR"], "pread": ["EIO"], "pwrite": ["ENOSPC"], "writev": ["EIO", "EINTR"],
    "sendfile": ["EIO"], "fsync": ["EIO"], "fdatasync": ["EIO"], "ftruncate": ["EIO"], "flock": ["ENOLCK"], "lstat": ["EACCES"],
    "access": ["EACCES"], "realpath": ["EACCES"], "readlink": ["EACCES"], "fchmod": ["EPERM"], "fchmodat": ["EPERM"],
    "mkdtemp": ["EACCES"], "fopen": ["EMFILE"], "memfd_create": ["EMFILE"], "inotify_init1": ["EMFILE"],
    "inotify_add_watch": ["ENOSPC"], "_Fork": ["EAGAIN"], "posix_spawn": ["EAGAIN"], "execve": ["EIO"], "execvp": ["ENOMEM"],
    "waitid": ["EINTR"], "sigwaitinfo": ["EINTR"], "dup2": ["EBUSY"], "setpgid": ["EPERM"], "setrlimit": ["EPERM"],
    "prctl": ["EPERM"], "chdir": ["EACCES"], "syscall": ["ENOSYS"], "getpwnam_r": ["EMFILE"],
}
# The system refuses what it had granted at another time; no input is to blame for it.
SHORTAGES = {"EMFILE", "EAGAIN", "ENOMEM"}
NAMES = re.findall(r"X\((\w+)\)", SOURCE.read_text())
assert set(NAMES) == set(ERRORS)


class Failure:
    """One call that fails; none if the name is empty."""

    def __init__(self, call="", number=0, error=""):
        self.call, self.number, self.error = call, number, error

    def __str__(self):
        return f"--call {self.call} --number {self.number} --error {self.error}" if self.call else "without a failure"


class World:
    """The folder with the inputs, and the library that makes calls fail."""

    def __init__(self, work, library):
        self.work, self.library = work, library

    def environment(self, failure, folder):
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG")}
        return dict(
            kept, HOME=str(folder), TMPDIR=str(folder), LD_PRELOAD=str(self.library), TORTURE_CALL=failure.call,
            TORTURE_NUMBER=str(failure.number), TORTURE_ERROR=str(getattr(errno, failure.error) if failure.error else 0),
            TORTURE_COUNTS=str(folder / "counts"), SWIFT_BACKTRACE="enable=no", DBUS_SESSION_BUS_ADDRESS=f"unix:path={self.work}/bus",
            NOTIFY_SOCKET=str(folder / "systemd")
        )

    def start(self, words, failure, data=""):
        """Starts the command with words in which WORK is the folder of inputs, and OWN one of the run's own."""
        return Run(self, words, failure, data)


class Run:
    """A process of the command, and what it wrote."""

    def __init__(self, world, words, failure, data):
        self.world, self.failure = world, failure
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=world.work))
        (self.folder / "counts").write_bytes(bytes(8 * len(NAMES)))
        (self.folder / "input").write_text(data)
        for name in ("systemd", "journal"):
            receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            receiver.setblocking(False)
            receiver.bind(str(self.folder / name))
            setattr(self, name, receiver)
        template = world.work / "own.json"
        (self.folder / "own.json").write_text(self.placed(template.read_text()))
        self.child = subprocess.Popen(
            [TOOL, *map(self.placed, words)], env=world.environment(failure, self.folder), stdin=open(self.folder / "input", "rb"),
            stdout=open(self.folder / "output", "wb"), stderr=open(self.folder / "errors", "wb")
        )

    def placed(self, text):
        return text.replace("WORK", str(self.world.work)).replace("OWN", str(self.folder)).replace("NAME", self.folder.name)

    def text(self, name):
        """A file of its folder, which is OWN in what it says; empty without one."""
        try:
            return (self.folder / name).read_text(errors="replace").replace(str(self.folder), "OWN")
        except FileNotFoundError:
            return ""

    @property
    def output(self):
        return self.text("output")

    @property
    def errors(self):
        return self.text("errors")

    @property
    def is_running(self):
        return self.child.poll() is None

    def wait(self, seconds):
        """Waits for the end; returns whether it came."""
        try:
            self.child.wait(seconds)
            return True
        except subprocess.TimeoutExpired:
            return False

    def wait_for(self, condition, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.02)
        return condition()

    def descriptors(self):
        try:
            return len(os.listdir(f"/proc/{self.child.pid}/fd"))
        except FileNotFoundError:
            return 0

    def counts(self):
        data = (self.folder / "counts").read_bytes()
        numbers = [int.from_bytes(data[8 * i:8 * i + 8], "little") for i in range(len(NAMES))]
        return dict(zip(NAMES, numbers))

    def end(self):
        if self.is_running:
            self.child.kill()
        self.child.wait()
        self.systemd.close()
        self.journal.close()


def run_quietly(*words, **options):
    return subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True, **options).stdout


def make_network():
    for line in ["link set lo up", "link add torture0 type veth peer name torture1", "link set torture0 up", "link set torture1 up",
                 "addr add 192.0.2.2/24 dev torture0", "route add default via 192.0.2.1"]:
        run_quietly("ip", *line.split())
    run_quietly("sysctl", "-qw", "net.ipv4.tcp_max_tw_buckets=0")


def make_servers(work):
    """A genuine network and one with a portal, each as a configuration."""
    page = "<html><form action='http://login.hotel.example/in'><input type=password name=p></form></html>"
    answers = {
        "genuine": "204 No Content\r\nContent-Length: 0\r\n",
        "captive": f"302 Found\r\nLocation: http://127.0.0.1:PORT/sign-in\r\nContent-Type: text/html\r\nContent-Length: {len(page)}\r\n",
    }
    for name, answer in answers.items():
        listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        port = listener.getsockname()[1]
        text = f"HTTP/1.1 {answer}Connection: close\r\n\r\n".replace("PORT", str(port)) + (page if name == "captive" else "")
        if os.fork() == 0:
            serve_forever(listener, text.encode())
        urls = [f"http://127.0.0.1:{port}/generate_204", f"http://localhost:{port}/generate_204"]
        endpoints = [{"url": url, "expect": {"use": "validator.status-code", "expected": [204]}} for url in urls]
        (work / f"{name}.json").write_text(json.dumps({"endpoints": endpoints}))


def serve_forever(listener, answer):
    def talk(connection):
        with connection:
            connection.settimeout(5)
            try:
                if connection.recv(65536):
                    connection.sendall(answer)
            except OSError:
                pass

    while True:
        threading.Thread(target=talk, args=[listener.accept()[0]], daemon=True).start()


def make_plugins(work):
    """Plugins of each kind in C, as `plugin new` writes them."""
    for name in ("validator", "prober", "notifier", "source"):
        run_quietly(TOOL, "plugin", "new", "--language", "c", "--kind", name, "--output", work / name, f"example.{name}")
        run_quietly("make", "-s", "-C", work / name)


def make_inputs(work):
    """Configurations and files that the scenarios read."""
    captive = json.loads((work / "captive.json").read_text())
    genuine = json.loads((work / "genuine.json").read_text())
    schedule = {"interval": 0.5, "captiveFirst": 0.3, "captiveMaximum": 0.5, "retryFirst": 0.3, "retryMaximum": 0.5}
    programs = [{"program": [f"{work}/{name}/example.{name}"]} for name in ("validator", "prober", "notifier", "source")]
    pong = [{"use": "validator.example.validator", "text": "pong"}]
    (work / "plugins.json").write_text(json.dumps(captive | {
        "plugins": programs, "validators": pong,
    }))
    (work / "source.json").write_text(json.dumps(captive | {"plugins": programs[-1:], "source": "source.example.source"}))
    prober = json.loads((work / "prober/configuration.json").read_text().replace('"./', f'"{work}/prober/'))
    (work / "prober.json").write_text(json.dumps(prober))
    # The notifiers of a plugin and of this package, all at once; OWN is a folder of the run's own.
    (work / "own.json").write_text(json.dumps(captive | {
        "schedule": schedule,
        "plugins": [{"program": [f"{work}/notifier/example.notifier"]}],
        "notifiers": [
            {"use": "notifier.example.notifier", "file": "OWN/plugin"},
            {"use": "notifier.lines", "to": "OWN/lines", "format": "json", "events": ["changed", "confirmed"]},
            {"use": "notifier.program", "program": [f"{work}/hook", "OWN/program"], "events": ["changed", "confirmed"]},
            {"use": "notifier.state-file", "file": "OWN/state.json"}, {"use": "notifier.prometheus", "listen": "unix:OWN/metrics"},
            {"use": "notifier.prometheus-file", "file": "OWN/page.prom"}, {"use": "notifier.status", "socket": "OWN/status"},
            {"use": "notifier.systemd"}, {"use": "notifier.journal", "socket": "OWN/journal", "events": ["changed", "confirmed"]},
            {"use": "notifier.outages", "file": "OWN/outages.db"}, {"use": "notifier.desktop"},
            {"use": "notifier.dbus", "name": "io.github.torture.NAME"},
        ],
    }))
    for name, text in (("hook", 'echo "$CONNECTIVITY_ACCESS" >> "$1"'), ("browser", "exec sleep 0.2")):
        (work / name).write_text(f"#!/bin/sh\n{text}\n")
        (work / name).chmod(0o755)
    tool = lambda *words: subprocess.run([TOOL, *map(str, words)], capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    for name in ("genuine", "captive"):
        config = ["--config", work / f"{name}.json", "--probe-timeout", "2"]
        tool("explain", *config, "--bundle", work / f"{name}.bundle.json")
        (work / f"{name}.assessment.json").write_text(tool("check", *config, "--json").stdout)
        tool("fixture", "record", "--mode", "all", "--output", work / f"{name}.session.json", *config)
    hello = {"id": 1, "type": "hello", "protocol": 1, "record": 1, "lineLimit": 1048576}
    (work / "hello").write_text(json.dumps(hello) + "\n" + json.dumps({"type": "bye"}) + "\n")


def make_bus(work):
    """A message bus without a notification service; nothing is awaited from it."""
    (work / "bus.conf").write_text(f"""<busconfig><type>session</type><listen>unix:path={work}/bus</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
        </busconfig>""")
    subprocess.Popen(
        ["dbus-daemon", f"--config-file={work}/bus.conf", "--nofork", "--nopidfile", "--nosyslog"], stderr=subprocess.DEVNULL
    )


def make_service(work):
    """A watch that keeps a journal of outages and answers `status`, for the verbs that read these."""
    (work / "service.json").write_text(json.dumps(json.loads((work / "captive.json").read_text()) | {
        "notifiers": [{"use": "notifier.outages", "file": f"{work}/outages.db"}, {"use": "notifier.status", "socket": f"{work}/status"}],
    }))
    subprocess.Popen(
        [TOOL, "watch", "--quiet", "--config", work / "service.json"], stdout=subprocess.DEVNULL, env={"PATH": os.environ["PATH"]}
    )
    for _ in range(200):
        if "captive" in subprocess.run([TOOL, "status", "--socket", work / "status"], capture_output=True, text=True).stdout:
            return
        time.sleep(0.05)
    raise SystemExit("the service that status and report ask does not work")


def make_world(work):
    library = work / "torture.so"
    run_quietly("cc", "-O1", "-shared", "-fPIC", "-o", library, SOURCE)
    make_network()
    make_servers(work)
    make_plugins(work)
    make_inputs(work)
    make_bus(work)
    make_service(work)
    return World(work, library)
