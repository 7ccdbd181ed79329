"""200 simulated machines for a real Prometheus: what they cost, and what the queries of the dashboard find among them.

usage: fleet.py PAGE DASHBOARD FOLDER

PAGE is what one machine serves (the page of metrics in its default detail). Each simulated machine serves it with values of
its own, in four groups of fifty: all are online, except the few whose trouble the queries must find.
"""

import http.server
import json
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request

page, dashboard, folder = open(sys.argv[1]).read(), json.load(open(sys.argv[2])), sys.argv[3]
GROUPS = ["harbour", "museum", "station", "theatre"]
MACHINES = [f"kiosk-{number:03}" for number in range(200)]
group = {name: GROUPS[index // 50] for index, name in enumerate(MACHINES)}
# The machines that are unlike the others.
STATES = {
    "kiosk-017": ("captive", "portal", "redirect", "portal"),
    "kiosk-055": ("unreachable", "nothing-usable", "name-lookup-timeout", "name-server-silent"),
    "kiosk-056": ("unreachable", "nothing-usable", "name-lookup-timeout", "name-server-silent"),
    # Its cause is not known yet.
    "kiosk-120": ("blocked", "substituted", "block-page", ""),
}
SLOW, FLAPPING, SILENT, FAILING = "kiosk-033", "kiosk-101", "kiosk-150", "kiosk-199"
ACCESSES = ["determining", "disconnected", "unreachable", "captive", "blocked", "partial", "online"]
began = time.time()


def metrics(name):
    """The page as this machine would serve it now: the same series, with values that grow as those of a machine do."""
    age = time.time() - began
    access, reason, part, cause = STATES.get(name, ("online", "proved-owners", "", ""))
    if name == FLAPPING and int(age / 2) % 2:
        access, reason, part, cause = "partial", "family-fails", "", ""
    answer = 0.9 if name == SLOW else 0.05 + 0.001 * (MACHINES.index(name) % 50)
    rounds = int(age) + 1
    lines = []
    for line in page.splitlines():
        series, _, value = line.rpartition(" ")
        found = re.match(r"(connectivity_\w+)(?:\{(.*)\})?$", series)
        if line.startswith("#") or not found:
            lines.append(line)
            continue
        metric, labels = found[1], dict(re.findall(r'(\w+)="([^"]*)"', found[2] or ""))
        if metric == "connectivity_cause_info":
            continue
        if metric == "connectivity_access":
            value = int(labels["access"] == access)
        elif metric == "connectivity_access_reason_info":
            series = f'{metric}{{reason="{reason}",part="{part}"}}'
        elif metric == "connectivity_access_since_timestamp_seconds":
            value = began - 60 * MACHINES.index(name)
        elif metric == "connectivity_access_changes_total":
            value = int(age / 2) // 2 + 1 if name == FLAPPING and labels["access"] in ("partial", "online") else 0
        elif metric == "connectivity_rounds_total" or metric == "connectivity_round_duration_seconds_count":
            value = rounds
        elif metric == "connectivity_last_round_timestamp_seconds":
            value = time.time() - (1200 if name == SILENT else 0)
        elif metric == "connectivity_probe_phase_duration_seconds_count":
            value = rounds
        elif metric == "connectivity_probe_phase_duration_seconds_sum":
            value = rounds * answer
        elif metric == "connectivity_probe_phase_duration_seconds_bucket":
            value = rounds if float(labels["le"]) >= answer else 0
        elif metric == "connectivity_observation_severity" and labels["kind"] == "service":
            state, value = ("failing", 2) if name == FAILING else ("working", 1)
            series = f'{metric}{{kind="service",subject="{labels["subject"]}",state="{state}"}}'
        lines.append(f"{series} {value}")
    if cause:
        lines.append(f'connectivity_cause_info{{cause="{cause}",certainty="certain"}} 1')
    return "\n".join(lines) + "\n"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = metrics(self.path.strip("/")).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def free():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
targets = [
    {
        "targets": [f"127.0.0.1:{server.server_address[1]}"],
        "labels": {"instance": name, "site": group[name], "__metrics_path__": f"/{name}"},
    }
    for name in MACHINES
]
with open(f"{folder}/fleet.json", "w") as file:
    json.dump(targets, file)
with open(f"{folder}/fleet.yml", "w") as file:
    file.write(
        "global: { scrape_interval: 2s }\n"
        f"scrape_configs: [{{ job_name: connectivity, file_sd_configs: [{{ files: [{folder}/fleet.json] }}] }}]\n"
    )
web = free()
prometheus = subprocess.Popen(
    [
        "prometheus", f"--config.file={folder}/fleet.yml", f"--storage.tsdb.path={folder}/fleet-data",
        f"--web.listen-address=127.0.0.1:{web}", "--log.level=error",
    ]
)


def ask(path, **parameters):
    with urllib.request.urlopen(f"http://127.0.0.1:{web}/api/v1/{path}?{urllib.parse.urlencode(parameters)}", timeout=30) as answer:
        return json.load(answer)["data"]


def instant(query):
    return ask("query", query=query)["result"]


def expression(target, machine=".*"):
    text = re.sub(r"\$__(range|rate_interval)", "20s", target["expr"])
    return text.replace("$site", ".*").replace("$instance", machine)


panels = {panel["title"]: panel for panel in dashboard["panels"] if panel["targets"]}
faults = []


def check(what, found, expected):
    print(f"{'ok ' if found == expected else 'NOT'} {what}: {str(found)[:160]}")
    if found != expected:
        faults.append(f"{what}: expected {expected}")


try:
    end = time.time() + 60
    while time.time() < end:
        time.sleep(1)
        try:
            if len(instant("up == 1")) == len(MACHINES) and time.time() - began > 30:
                break
        except OSError:
            pass

    def now(title, number=0):
        return instant(expression(panels[title]["targets"][number]))

    def names(result):
        return [sample["metric"]["instance"] for sample in result]

    check("every machine is scraped", len(instant("up == 1")), len(MACHINES))
    states = {sample["metric"]["access"]: int(sample["value"][1]) for sample in now("Machines now")}
    check("the states add up to the machines", sum(states.values()), len(MACHINES))
    check("the machines without Internet", [states["captive"], states["unreachable"], states["blocked"]], [1, 2, 1])
    shares = {sample["metric"]["site"]: float(sample["value"][1]) for sample in now("Online by group")}
    check("the share of a group with two machines of fifty in trouble", round(shares["museum"], 3), 0.96)
    worst = now("Not online now")
    check("those in trouble, with the cause", {name: found for name, found in STATES.items()}, {
        sample["metric"]["instance"]: tuple(sample["metric"].get(label, "") for label in ("access", "reason", "part", "cause"))
        for sample in worst if sample["metric"]["instance"] != FLAPPING
    })
    check("the one that has been for longest is first", names(worst)[0], "kiosk-120")
    check("the slow one of 200, and no other", names(now("Unlike its group: time to answer")), [SLOW])
    check("the one that flaps, and no other", names(now("Most changes")), [FLAPPING])
    check("the five that were online least", set(STATES) | {FLAPPING} <= set(names(now("Least online"))), True)
    check("the silent one", names(now("Silent")), [SILENT])
    causes = {sample["metric"].get("cause", ""): int(sample["value"][1]) for sample in now("Causes now")}
    check("two have the same cause, and one has none yet", [causes["name-server-silent"], causes["portal"], "" in causes], [2, 1, True])
    check("the service that fails", names(now("Services in trouble")), [FAILING])
    check("one version", [int(sample["value"][1]) for sample in now("Versions")], [len(MACHINES)])
    # Every query has an answer for all machines over time, except those that look for trouble of notifiers and for paths.
    for title, panel in panels.items():
        for target in panel["targets"]:
            data = ask("query_range", query=expression(target), start=time.time() - 20, end=time.time(), step=5)["result"]
            if title not in ("Notifiers in trouble", "Paths"):
                check(f"an answer: {title}", bool(data), True)
    series = sum(int(sample["value"][1]) for sample in instant("sum(scrape_samples_scraped)"))
    sizes = [len(metrics(name)) for name in MACHINES]
    head = ask("status/tsdb")["headStats"]["numSeries"]
    resident = int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{prometheus.pid}/status").read())[1])
    slowest = 0.0
    for panel in panels.values():
        for target in panel["targets"]:
            start = time.time()
            instant(expression(target))
            slowest = max(slowest, time.time() - start)
    print(
        f"{len(MACHINES)} machines: {series} series, {series / len(MACHINES):.0f} each; {sum(sizes) / len(sizes):.0f} bytes per scrape;"
        f" {head} series in Prometheus, which has {resident // 1024} MiB; the slowest query took {slowest * 1000:.0f} ms"
    )
    check("at most 60 series per machine", series <= 60 * len(MACHINES), True)
finally:
    prometheus.terminate()
    prometheus.wait()
for fault in faults:
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
