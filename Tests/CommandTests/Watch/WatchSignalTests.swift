#if canImport(CCurl) && os(Linux)
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

/// Runs the built command as a separate process, because signals concern a whole process.
@Suite(.serialized) struct `Watch and its signals` {
    /// Runs a script with `$D` for its files, `$D/config` as a configuration that finds nothing, and `lines N` to wait for so
    /// many lines of the watch `$pid`, which writes to `$D/out` and `$D/errors`.
    private func run(_ script: String, seconds: Int = 20) throws -> [String] {
        try Tool.run(
            """
            D=$(mktemp -d); trap 'kill $pid 2>/dev/null; rm -rf "$D"' EXIT
            configure() { cat > "$D/config" <<END
            { "source": { "use": "source.static", "interfaces": [{ "name": "$1" }] }, "endpoints": ["apple.hotspot"],
              "limits": { "total": 0.5 }, "prober": { "use": "prober.curl", "connectTo": "127.0.0.1:1" },
              "schedule": { "retryFirst": 3600, "retryMaximum": 3600 }, "notifiers": [$2] }
            END
            }
            soon() { for i in $(seq 100); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.05; done; echo "never: $*"; }
            has() { [ "$(grep -c "$2" "$D/$1")" -ge "${3:-1}" ]; }
            watch() { "$tool" watch --config "$D/config" "$@" > "$D/out" 2> "$D/errors" & pid=$!; }
            end() { kill -TERM $pid; wait $pid; echo "status $?"; }
            configure old
            \(script)
            """,
            seconds: seconds
        )
    }

    @Test func `SIGHUP restarts the run with the new configuration`() throws {
        let lines = try run(
            #"""
            watch; soon has out "unreachable on old"
            configure new; kill -HUP $pid; soon has out "unreachable on new"
            end; cat "$D/errors"
            """#
        )
        expect(lines, ["status 0", "connectivityctl: the configuration was read again"])
    }

    @Test func `A reload is no change of the network`() throws {
        let lines = try run(
            #"""
            configure old '{ "use": "notifier.state-file", "file": "'$D'/state" }, { "use": "notifier.program", "program": ["/bin/sh", "-c", "echo run >> '$D'/runs"] }'
            watch --heartbeat 0.2 --socket "$D/s"; soon has out "unreachable on old"; soon has state '"unreachable"'
            since() { "$tool" status --socket "$D/s" --json | grep -o '"since": *"[^"]*"'; }; before=$(since); runs=$(wc -l < "$D/runs")
            kill -HUP $pid; soon has errors "read again"; soon has state '"unreachable"'; sleep 0.5
            [ "$before" = "$(since)" ] && [ -n "$before" ] && echo "same time"
            [ "$runs" = "$(wc -l < "$D/runs")" ] && echo "no further run"
            end; grep -v still "$D/out" | cut -d' ' -f3-
            """#
        )
        expect(lines.prefix(3), ["same time", "no further run", "status 0"], "\(lines)")
        expect(lines.dropFirst(3).count { $0.contains("unreachable") }, 1, "\(lines)")
        #expect(lines.dropFirst(3).count { $0.contains("determining") } <= 1, "\(lines)")
    }

    @Test func `Reloads within a second are one, and however many follow, the network has not changed`() throws {
        let lines = try run(
            #"""
            watch; soon has out "unreachable on old"
            for i in $(seq 300); do kill -HUP $pid; sleep 0.01; done; soon has errors "read again" 3; sleep 1.2
            end; grep -c "read again" "$D/errors"; cut -d' ' -f3- "$D/out"
            """#,
            seconds: 40
        )
        expect(lines.first, "status 0", "\(lines)")
        #expect((3...20).contains(lines.dropFirst().first.flatMap { Int($0) } ?? 0), "\(lines)")
        expect(lines.dropFirst(2).count { $0.contains("unreachable") }, 1, "\(lines)")
        #expect(lines.dropFirst(2).count { $0.contains("determining") } <= 1, "\(lines)")
    }

    @Test func `After SIGHUP with a rejected configuration, the old one stays, and one line has the reason`() throws {
        let lines = try run(
            #"""
            watch; soon has out "unreachable on old"
            configure new '"notifier.nonsense"'; kill -HUP $pid; soon has errors "stays as it was"
            kill -USR1 $pid; sleep 0.3; kill -0 $pid && echo alive
            rm "$D/config"; kill -HUP $pid; soon has errors "cannot read"
            end; sed "s|$D||" "$D/errors"; grep -c new "$D/out"
            """#
        )
        try #require(lines.count == 5, "\(lines)")
        #expect(lines[0] == "alive" && lines[1] == "status 0" && lines[4] == "0", "\(lines)")
        let prefix = "connectivityctl: the configuration stays as it was: "
        #expect(lines[2].hasPrefix(prefix + "/config: line 3, ") && lines[2].contains("unknown name"), "\(lines)")
        expect(lines[3], prefix + "cannot read /config: No such file or directory")
    }

    @Test(.needs(.python))
    func `SIGHUP keeps the socket for the next run, and does not report the end to the service manager`()
        throws
    {
        let lines = try run(
            #"""
            configure old '"notifier.systemd"'
            python3 - "$D" > "$D/received" <<'END' & receiver=$!
            import os, socket, sys
            server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            server.bind(os.path.join(sys.argv[1], "notify"))
            while True:
                text = server.recv(65536).decode()
                if "READY" in text: print("ready", flush=True)
                if "STOPPING" in text: print("stopping", flush=True); break
            END
            soon test -S "$D/notify"; export NOTIFY_SOCKET="$D/notify"
            on() { "$tool" status --socket "$D/s" | grep -q " on $1 "; }
            watch --socket "$D/s"; soon on old; soon has out "unreachable on old"
            configure new '"notifier.systemd"'; kill -HUP $pid; soon has out "unreachable on new"
            soon on new
            kill -HUP $pid; soon has errors "read again" 2; soon has received ready 3
            end; wait $receiver; cat "$D/received"; grep -v "read again" "$D/errors"
            """#
        )
        expect(lines, ["status 0", "ready", "ready", "ready", "stopping"])
    }

    @Test func `SIGUSR1 begins a round at once, and --verbose reports it`() throws {
        let lines = try run(
            #"""
            watch --verbose; soon has errors "a round of"
            kill -USR1 $pid; soon has errors "a round of" 2; has errors "looking now" && echo looked
            end
            """#
        )
        expect(lines, ["looked", "status 0"])
    }

    @Test func `Without --config, SIGHUP ends the command as usual`() throws {
        let lines = try run(
            #"""
            "$tool" watch --source '{ "use": "source.static", "interfaces": [] }' > "$D/out" 2>&1 & pid=$!
            soon has out disconnected; kill -HUP $pid; wait $pid 2>/dev/null; echo "status $?"
            """#
        )
        expect(lines.last, "status 129", "\(lines)")
    }

    @Test(arguments: ["--json", ""])
    func `--heartbeat prints that the state is unchanged, and does not repeat changes`(form: String) throws {
        let still = form.isEmpty ? "still unreachable, confirmed [0-9]+ s ago$" : #""heartbeat":.*"unreachable""#
        let lines = try run(
            #"""
            watch --heartbeat 0.2 FORM; soon has out unreachable 4; end
            grep unreachable "$D/out" | head -4 | grep -cE 'STILL'
            """#.replacing("FORM", with: form).replacing("STILL", with: still)
        )
        expect(lines, ["status 0", "3"])
    }

    @Test func `A program that --notify names runs with its arguments at every change`() throws {
        let lines = try run(
            #"""
            printf '#!/bin/sh\necho "$CONNECTIVITY_ACCESS $#:$1" >> "%s/hooked"\n' "$D" > "$D/hook"; chmod +x "$D/hook"
            watch --notify '{ "use": "notifier.program", "program": ["'"$D"'/hook", "a b"] }'
            soon has hooked unreachable; end; cat "$D/hooked"
            """#
        )
        expect(lines, ["status 0", "determining 1:a b", "unreachable 1:a b"])
    }

    @Test func `A notifier that fails is named while the run continues`() throws {
        let lines = try run(
            #"""
            configure old '{ "use": "notifier.lines", "to": "/nowhere/at/all" }'
            watch; soon has errors "notifier.lines: .*1 call failed, last with: /nowhere/at/all"
            kill -0 $pid && echo alive; end
            """#
        )
        expect(lines, ["alive", "status 0"])
    }

    @Test(.needs(.python)) func `--interval sets the time between rounds`() throws {
        let server = #"{ "use": "source.static", "interfaces": [{ "name": "net0" }] }"#
        let lines = try run(
            #"""
            python3 -u -m http.server --bind 127.0.0.1 0 > "$D/http" 2>&1 & http=$!
            soon has http "port "; port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$D/http")
            "$tool" watch --source 'SOURCE' --endpoint "http://127.0.0.1:$port/" --expect-contains Directory \
                --interval 1 --verbose > "$D/out" 2> "$D/errors" & pid=$!
            soon has errors "a round of" 2; end; kill $http; head -1 "$D/errors" | grep -o 'online on net0'
            """#.replacing("SOURCE", with: server)
        )
        expect(lines, ["status 0", "online on net0"], "\(lines)")
    }
}
#endif
