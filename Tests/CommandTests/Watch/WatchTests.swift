#if canImport(CCurl) && os(Linux)
import ConnectivityCommand
import ConnectivityTestServer
import Foundation
import Glibc
import Testing
import TestSupport

/// Runs the built command as a separate process, because signals concern a whole process.
@Suite(.serialized) struct `Watch` {
    @Test(arguments: ["INT", "TERM"])
    func `watch ends with status 0 at a signal`(signal: String) throws {
        // The first line is read before the signal is sent, so that the test does not depend on timing.
        let lines = try Tool.run(
            """
            out=$(mktemp -u); mkfifo "$out"
            "$tool" watch --scope lo --endpoint http://127.0.0.1:1/ --json > "$out" & pid=$!
            { read -r line; echo "$line"; kill -\(signal) $pid; cat >/dev/null; } < "$out"
            wait $pid; echo "status $?"; rm -f "$out"
            """
        )
        expect(lines.count, 2)
        expect(lines.first?.contains(#""access":"determining""#), true, "\(lines)")
        expect(lines.last, "status 0")
    }

    /// Three notifiers, one of which writes to the file, and everything asked of a port of this device.
    private static func configuration(writingTo file: String, asking port: UInt16 = 1) -> String {
        #"""
        { "source": { "use": "source.static", "interfaces": [{ "name": "lo0" }] }, "endpoints": ["apple.hotspot"],
          "limits": { "total": 0.5 }, "prober": { "use": "prober.curl", "connectTo": "127.0.0.1:\#(port)" },
          "notifiers": [{ "use": "notifier.lines", "events": ["changed", "probe-ended", "round-ended", "ended"] },
            { "use": "notifier.lines", "to": "\#(file)", "format": "json", "events": ["changed", "ended"] },
            { "use": "notifier.lines", "to": "/nowhere/at/all" }] }
        """#
    }

    @Test func `watch sends each event to the configured notifiers, and reports which of them fail`() throws {
        let file = try temporaryFile("")
        // No answer for half a second, in which the first change is written: one that still waited would be replaced.
        let server = try TestServer { _ in TestServer.Reply([.wait(.seconds(300))]) }
        defer { server.stop() }
        let text = Self.configuration(writingTo: file, asking: server.port)
        let configuration = try temporaryFile(text)
        let lines = try Tool.run(
            """
            out=$(mktemp -u); mkfifo "$out"
            "$tool" watch --config \(configuration) --quiet > "$out" & pid=$!
            { for i in 1 2 3 4; do read -r line; echo "$line"; done; kill -TERM $pid; cat; } < "$out"
            wait $pid; echo "status $?"; rm -f "$out"
            """
        )
        let words = lines.map { $0.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true).dropFirst() }
        let written = words.filter {
            !$0.isEmpty && ["changed", "probe-ended", "round-ended", "ended"].contains($0.first)
        }
        expect(
            written.prefix(4).map { $0.prefix(2).joined(separator: " ") },
            [
                "changed determining", "probe-ended apple.hotspot", "changed unreachable", "round-ended unreachable",
            ],
            "\(lines)"
        )
        expect(written.last.map { $0.prefix(2).joined(separator: " ") }, "ended no", "\(lines)")
        #expect(
            lines.contains {
                $0.contains("notifier.lines: 0 of 2 events dropped, 3 calls failed, last with: /nowhere/at/all")
            }
        )
        expect(lines.last, "status 0", "\(lines)")
        let objects = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        expect(objects.map { $0["type"] as? String }, ["changed", "changed", "ended"])
        let members = [
            "version", "type", "at", "assessment", "observation", "report", "error", "restartsIn", "id",
            "merged",
        ]
        #expect(objects.allSatisfy { $0.keys.sorted() == members.sorted() })
        expect((objects[1]["assessment"] as? [String: Any])?["access"] as? String, "unreachable")
    }

    @Test(.needs(.python)) func `watch --format prints a line again when an observation changes`() throws {
        let lines = try Tool.run(
            #"""
            D=$(mktemp -d); printf pong > "$D/status"
            python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$D" > "$D/log" 2>&1 & server=$!
            for i in $(seq 100); do grep -qs port "$D/log" && break; sleep 0.05; done
            port=$(sed -n 's/.* port \([0-9]*\).*/\1/p' "$D/log")
            cat > "$D/config" <<EOF
            { "source": { "use": "source.static", "interfaces": [{ "name": "lo" }] }, "scope": "lo", "endpoints": ["apple.hotspot"],
              "limits": { "total": 0.5 }, "prober": "prober.curl", "schedule": { "interval": 3600, "retryFirst": 3600, "retryMaximum": 3600 },
              "companions": [{ "use": "companion.services", "interval": 0.2,
                "services": [{ "url": "http://127.0.0.1:$port/status", "name": "till", "expect": "validator.empty" }] }] }
            EOF
            "$tool" watch --config "$D/config" --format '{observations}' > "$D/out" 2> "$D/errors" & pid=$!
            for i in $(seq 100); do [ -s "$D/out" ] && break; sleep 0.05; done; sleep 0.5
            : > "$D/status"
            for i in $(seq 100); do [ "$(grep -sc till "$D/out")" -ge 2 ] && break; sleep 0.05; done
            kill -TERM $pid; wait $pid; kill $server; grep -s till "$D/out"; cat "$D/errors"; rm -rf "$D"
            """#
        )
        #expect(
            lines.count >= 2 && Set(lines).count == lines.count && lines.allSatisfy { $0.contains("service till: ") },
            "\(lines)"
        )
    }

    /// No process reads the pipe to which one notifier writes.
    @Test func `watch continues, and ends at a signal, even if the reader of a notifier is blocked`() throws {
        let lines = try Tool.run(
            """
            fifo=$(mktemp -u); mkfifo "$fifo"; out=$(mktemp -u); mkfifo "$out"
            sleep 15 < "$fifo" & reader=$!
            exec 9> "$fifo"; head -c 60000 /dev/zero >&9
            cat > "$fifo.json" <<EOF
            { "source": { "use": "source.static", "interfaces": [{ "name": "lo0" }] }, "endpoints": ["apple.hotspot"],
              "limits": { "total": 0.5 }, "prober": { "use": "prober.curl", "connectTo": "127.0.0.1:1" },
              "notifiers": [{ "use": "notifier.lines", "to": "$fifo", "format": "json",
                "events": ["changed", "probe-ended", "round-ended", "ended"] }] }
            EOF
            "$tool" watch --config "$fifo.json" > "$out" & pid=$!
            { for i in 1 2; do read -r line; echo "$line"; done; kill -TERM $pid; cat; } < "$out"
            wait $pid; status=$?; { kill -KILL $reader; wait $reader; } 2>/dev/null
            echo "status $status"; rm -f "$out" "$fifo" "$fifo.json"
            """
        )
        expect(lines.dropFirst().first?.contains("unreachable"), true, "\(lines)")
        expect(lines.last, "status 0", "\(lines)")
    }

    @Test func `watch ends at a signal, even if its output is not read`() throws {
        let lines = try Tool.run(
            """
            file=$(mktemp); out=$(mktemp -u); mkfifo "$out"
            sleep 15 < "$out" & reader=$!
            exec 9> "$out"; head -c 65536 /dev/zero >&9
            echo '{ "source": { "use": "source.static", "interfaces": [] }, "endpoints": ["apple.hotspot"] }' > "$file"
            "$tool" watch --config "$file" > "$out" & pid=$!
            sleep 1; kill -TERM $pid; wait $pid; status=$?; { kill -KILL $reader; wait $reader; } 2>/dev/null
            echo "status $status"; rm -f "$out" "$file"
            """
        )
        expect(lines, ["status 0"])
    }

    /// On Linux, the threads of tasks are looked at once per second (libdispatch).
    @Test func `watch wakes up seldom while nothing happens`() throws {
        let lines = try Tool.run(
            """
            file=$(mktemp); out=$(mktemp -u); mkfifo "$out"
            echo '{ "source": { "use": "source.static", "interfaces": [] }, "endpoints": ["apple.hotspot"] }' > "$file"
            "$tool" watch --config "$file" > "$out" & pid=$!
            switches() { cat /proc/$pid/task/*/status | awk '/ctxt_switches/ { n += $2 } END { print n }'; }
            { read -r line; sleep 1; before=$(switches); sleep 3; echo $(($(switches) - before)); kill -TERM $pid; cat >/dev/null
            } < "$out"
            wait $pid; rm -f "$out" "$file"
            """
        )
        let count = try #require(lines.first.flatMap { Int($0) })
        #expect(count <= 20)
    }

    @Test(arguments: ["--json", ""])
    func `interfaces --watch prints the interfaces at once and ends with status 0 at a signal`(form: String) throws {
        let lines = try Tool.run(
            """
            out=$(mktemp -u); mkfifo "$out"
            "$tool" interfaces --watch \(form) > "$out" & pid=$!
            { read -r line; echo "$line"; kill -TERM $pid; cat >/dev/null; } < "$out"
            wait $pid; echo "status $?"; rm -f "$out"
            """
        )
        expect(lines.count, 2)
        expect(lines.first?.hasPrefix(form.isEmpty ? "name" : #"{"interfaces":["#), true, "\(lines)")
        expect(lines.last, "status 0")
    }
}
#endif
