"""Writes a journal of outages of the last eight days to the file that is named."""

import random
import sqlite3
import sys
import time

DAY = 86_400_000
db = sqlite3.connect(sys.argv[1])
db.executescript(
    """
    CREATE TABLE run (id INTEGER PRIMARY KEY, boot TEXT NOT NULL, seen INTEGER NOT NULL,
                      wall INTEGER NOT NULL, ended INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE state (id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run (id),
                        at INTEGER NOT NULL, path TEXT NOT NULL, state TEXT NOT NULL, reason TEXT, interface TEXT);
    CREATE INDEX state_of_path ON state (run, path, id);
    PRAGMA application_id = 1400324975;
    PRAGMA user_version = 1;
    """
)
choice = random.Random(5)
reasons = {
    "online": '{"code":"proved-owners","facts":{"count":3,"tls":1,"total":3}}',
    "unreachable": '{"code":"nothing-usable","facts":{"endpoint":"apple.hotspot"},"parts":[{"code":"unreachable"}]}',
    "captive": '{"code":"portal","facts":{"endpoint":"apple.hotspot"},"parts":[{"code":"network-authentication-required"}]}',
    "blocked": '{"code":"substituted","facts":{"endpoint":"google.https"},"parts":[{"code":"block-page","facts":{"evidence":"/block"}}]}',
    "disconnected": '{"code":"no-usable-interface"}',
    "asleep": None,
}
now = int(time.time() * 1000)
start = now - 8 * DAY
for run, (begin, end) in enumerate([(0, 3.4), (3.6, 8)], 1):
    db.execute("INSERT INTO run VALUES (?, ?, ?, ?, 1)", (run, "boot", int(end * DAY), start + int(end * DAY)))
    for path in ["", "eth0 over IPv4", "eth0 over IPv6"]:
        at = begin * DAY
        state = "online"
        while at < end * DAY:
            interface = None if state == "disconnected" else "eth0"
            row = (run, int(at), path, state, reasons[state], interface)
            db.execute("INSERT INTO state (run, at, path, state, reason, interface) VALUES (?, ?, ?, ?, ?, ?)", row)
            if state == "online":
                at += choice.expovariate(1 / (0.9 * DAY))
                state = choice.choice(["unreachable", "unreachable", "captive", "blocked", "disconnected", "asleep"])
            else:
                at += choice.expovariate(1 / 900_000) * (20 if state == "asleep" else 1)
                state = "online"
db.commit()
