"""Writes a journal of outages of the last days to the file that is named.

usage: journal.py FILE [HOST]
"""

import random
import sqlite3
import sys
import time

DAY = 86_400_000
db = sqlite3.connect(sys.argv[1])
# The text of these statements is exactly that of a journal; the command refuses others.
db.executescript(
    """
CREATE TABLE run (id INTEGER PRIMARY KEY, boot TEXT NOT NULL, seen INTEGER NOT NULL,
                  wall INTEGER NOT NULL, ended INTEGER NOT NULL DEFAULT 0);
CREATE TABLE state (id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run (id),
                    at INTEGER NOT NULL, path TEXT NOT NULL, state TEXT NOT NULL, reason TEXT,
                    interface TEXT);
    CREATE TABLE host (name TEXT NOT NULL);
    CREATE INDEX state_of_path ON state (run, path, id);
    PRAGMA application_id = 1400324975;
    PRAGMA user_version = 1;
    """
)
host = sys.argv[2] if len(sys.argv) > 2 else "kiosk-017"
days = 8
choice = random.Random(5)
db.execute("INSERT INTO host VALUES (?)", (host,))
reasons = {
    "online": '{"code":"proved-owners","facts":{"count":3,"tls":1,"total":3}}',
    "unreachable": '{"code":"nothing-usable","facts":{"endpoint":"apple.hotspot"},"parts":[{"code":"unreachable"}]}',
    "captive": '{"code":"portal","facts":{"endpoint":"apple.hotspot"},"parts":[{"code":"network-authentication-required"}]}',
    "blocked": '{"code":"substituted","facts":{"endpoint":"google.https"},"parts":[{"code":"block-page","facts":{"evidence":"/block"}}]}',
    "disconnected": '{"code":"no-usable-interface"}',
    "partial": '{"code":"path","facts":{"interface":"eth0","family":"ipv6","access":"unreachable"},"parts":[{"code":"nothing-usable","facts":{"endpoint":"opensuse.https.ipv6"},"parts":[{"code":"unreachable"}]}]}',
    "working": '{"code":"service-proved"}', "failing": '{"code":"service-answer","parts":[{"code":"unexpected-status","facts":{"status":503}}]}',
    "asleep": None,
}
now = int(time.time() * 1000)
start = int(now - days * DAY)
for run, (begin, end) in enumerate([(0, 0.425 * days), (0.45 * days, days)], 1):
    db.execute("INSERT INTO run VALUES (?, ?, ?, ?, 1)", (run, "boot", int(end * DAY), start + int(end * DAY)))
    for path in ["", "eth0 over IPv4", "eth0 over IPv6", "service git.example", "service mail.example"]:
        at = begin * DAY
        good = "working" if path.startswith("service") else "online"
        state = good
        while at < end * DAY:
            interface = None if state == "disconnected" or good == "working" else "eth0"
            row = (run, int(at), path, state, reasons[state], interface)
            db.execute("INSERT INTO state (run, at, path, state, reason, interface) VALUES (?, ?, ?, ?, ?, ?)", row)
            if state == good:
                at += choice.expovariate(1 / (0.11 * days * DAY))
                kinds = ["unreachable", "unreachable", "captive", "blocked", "partial", "disconnected", "asleep"]
                state = "failing" if good == "working" else choice.choice(kinds)
            else:
                at += choice.expovariate(1 / (112_000 * days)) * (20 if state == "asleep" else 1)
                state = good
db.commit()
