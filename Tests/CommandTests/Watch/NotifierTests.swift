#if canImport(CCurl) && os(Linux)
import Foundation
import TestSupport
import Testing

/// Runs the built command with notifiers, behind a portal that the built command serves.
@Suite(.serialized) struct `Watch with notifiers` {
    private static let root = URL.package.path()

    /// Runs a script that has a configuration with these notifiers as `$config`, and `$D` for its files.
    private func watch(_ notifiers: String, _ script: String) throws -> [String] {
        try Tool.run(
            """
            D=$(mktemp -d); trap 'kill $server $pid 2>/dev/null; rm -rf "$D"' EXIT
            : > "$D/serve"; "$tool" fixture serve \(Self.root)/Fixtures/scenarios/hotel.json > "$D/serve" & server=$!
            until port=$(sed -n 's/.* on 127.0.0.1:\\([0-9]*\\)$/\\1/p' "$D/serve") && [ -n "$port" ]; do sleep 0.05; done
            config="$D/config"; cat > "$config" <<END
            { "source": { "use": "source.static", "interfaces": [{ "name": "lo0" }] }, "endpoints": ["apple.hotspot"],
              "prober": { "use": "prober.curl", "connectTo": "127.0.0.1:$port" }, "notifiers": [\(notifiers)] }
            END
            soon() { for i in $(seq 100); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.05; done; echo "never: $*"; }
            \(script)
            """
        )
    }

    @Test(.needs(.python)) func `watch runs a program and keeps a state file and metrics until it ends`() throws {
        let lines = try watch(
            #"""
            { "use": "notifier.program", "program": ["$D/hook"] }, { "use": "notifier.state-file", "file": "$D/state" },
            { "use": "notifier.prometheus-file", "file": "$D/a.prom" },
            { "use": "notifier.prometheus", "listen": "unix:$D/metrics" }
            """#,
            #"""
            printf '#!/bin/sh\necho "$CONNECTIVITY_ACCESS $CONNECTIVITY_PORTAL_URL $(wc -l)" >> %s/hooked\n' "$D" > "$D/hook"
            chmod +x "$D/hook"
            "$tool" watch --quiet --config "$config" & pid=$!
            soon grep -q captive "$D/hooked"
            cat "$D/hooked"
            soon grep -q '"access":"captive"' "$D/state"
            soon grep -q '^connectivity_rounds_total 1$' "$D/a.prom"
            python3 - "$D/metrics" <<'END'
            import socket, sys
            client = socket.socket(socket.AF_UNIX)
            client.connect(sys.argv[1])
            client.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
            answer = b""
            while part := client.recv(65536): answer += part
            print([line for line in answer.decode().split("\n") if line.endswith('access="captive"} 1')])
            END
            kill -TERM $pid; wait $pid; echo "status $?"
            ls "$D"
            """#
        )
        expect(
            lines,
            [
                "determining  1", "captive http://portal.example/sign-in 1",
                #"['connectivity_access{access="captive"} 1', 'connectivity_access_changes_total{access="captive"} 1']"#,
                "status 0", "a.prom.lock", "config", "hook", "hooked", "serve", "state.lock",
            ]
        )
    }

    @Test(.needs(.python)) func `watch as a unit reports ready, status, watchdog and stop`() throws {
        let lines = try watch(
            #"{ "use": "notifier.systemd", "ready": "known" }, { "use": "notifier.journal", "socket": "$D/journal" }"#,
            #"""
            python3 - "$D" <<'END' & receiver=$!
            import os, select, socket, sys
            sockets = []
            for name in ["notify", "journal"]:
                sockets.append(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
                sockets[-1].bind(os.path.join(sys.argv[1], name))
            alive, limit = 0, 15
            while True:
                ready, _, _ = select.select(sockets, [], [], limit)
                if not ready: break
                text = ready[0].recv(65536).decode().strip()
                if text == "WATCHDOG=1":
                    alive += 1
                    if alive == 5: print("alive", flush=True)
                elif ready[0] is sockets[0]:
                    print(text.split("\n"), flush=True)
                    # The journal may still receive it.
                    if text.startswith("STOPPING"): limit = 1
                else:
                    print(sorted(line for line in text.split("\n") if line[:8] in ["PRIORITY", "CONNECTI"])[0:1], flush=True)
            END
            soon test -S "$D/journal"
            NOTIFY_SOCKET="$D/notify" WATCHDOG_USEC=200000 "$tool" watch --quiet --config "$config" > "$D/out" 2>&1 & pid=$!
            sleep 1.5; kill -TERM $pid; wait $pid; echo "status $?"; wait $receiver; cat "$D/out"
            """#
        )
        let text = "still checking"
        let reason = "the network requires you to sign in"
        #expect(lines.contains("['STATUS=determining on lo0: \(text)']"), "\(lines)")
        #expect(lines.contains("['READY=1', 'STATUS=captive on lo0: \(reason)']"), "\(lines)")
        #expect(lines.contains("alive") && lines.contains("['STOPPING=1', 'STATUS=no longer watching']"), "\(lines)")
        #expect(lines.contains("['CONNECTIVITY_ACCESS=captive']") && lines.contains("status 0"), "\(lines)")
        #expect(!lines.contains { $0.contains("failed") }, "\(lines)")
    }

    @Test func `Notifiers that hang, fail or lack their port delay no other one, and each is reported`() throws {
        let lines = try watch(
            #"""
            { "use": "notifier.program", "program": ["$D/hang"] },
            { "use": "notifier.program", "program": ["$D/nothing"] },
            { "use": "notifier.state-file", "file": "/proc/nowhere/state" },
            { "use": "notifier.prometheus", "listen": "127.0.0.1:$port" }, { "use": "notifier.lines" }
            """#,
            #"""
            printf '#!/bin/sh\ntrap "" TERM\nsleep 1000\n' > "$D/hang"; chmod +x "$D/hang"
            "$tool" watch --quiet --config "$config" > "$D/lines" 2> "$D/errors" & pid=$!
            soon grep -q captive "$D/lines"
            sleep 1.2; kill -TERM $pid; wait $pid; echo "status $?"; cat "$D/lines" "$D/errors"
            """#
        )
        #expect(lines.contains { $0.contains("changed  captive on lo0") } && lines.contains("status 0"), "\(lines)")
        for part in [
            "cannot start /tmp", "nothing: No such file or directory",
            "/proc/nowhere/state: No such file or directory",
            "Address already in use; choose another port", "notifier.prometheus: 0 of",
        ] { #expect(lines.contains { $0.contains(part) }, "\(part): \(lines)") }
    }
}
#endif
