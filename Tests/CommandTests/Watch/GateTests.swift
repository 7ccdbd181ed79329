#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

/// Runs the built command as a separate process, because it becomes another program.
@Suite(.serialized) struct `Gate` {
    /// Runs a script that has, as `$gate`, the gate before an uplink that answers with a text.
    private func run(_ body: String, _ script: String) throws -> [String] {
        let server = try TestServer { _ in .message(status: 200, headers: [:], body: Array(body.utf8)) }
        defer { server.stop() }
        let options = "--scope lo --endpoint \(server.url("/ping")) --expect-equals pong"
        return try Tool.run("gate=\"$tool gate \(options)\"\n\(script)")
    }

    @Test func `An open gate runs the command, without a shell, and ends with its status`() throws {
        let lines = try run("pong", #"$gate -- sh -c 'echo "ran $1"; exit 7' sh '$HOME  *'; echo "status $?""#)
        expect(lines, ["ran $HOME  *", "status 7"])
    }

    @Test func `A closed gate runs no command, prints the reason, and ends with status 75`() throws {
        let lines = try run("song", #"$gate -- echo ran; echo "status $?""#)
        expect(lines.count, 2)
        expect(lines.first?.hasPrefix("connectivityctl: did not run echo: blocked on lo (loopback): "), true)
        expect(lines.last, "status 75")
        try expect(run("song", "$gate --access blocked,partial -- echo ran"), ["ran"])
    }

    @Test func `A service that does not work closes the gate, and check names whose fault it is`() throws {
        let refused = "--service http://127.0.0.1:1/"
        let lines = try run("pong", #"$gate \#(refused) -- echo ran; echo "status $?""#)
        expect(lines.first?.contains("http://127.0.0.1:1/: failing: their server refuses the connection"), true)
        expect(lines.last, "status 75")
        let working = #"{"question":{"kind":"connection","facts":{"to":"127.0.0.1:%s","transport":"tcp"}},"owner":"x"}"#
        let script = #"""
            port=$(echo "$gate" | sed 's/.*127.0.0.1:\([0-9]*\).*/\1/'); service=$(printf '\#(working)' "$port")
            $gate --service "$service" -- echo ran
            ${gate/ gate / check } \#(refused); echo "status $?"
            ${gate/ gate / check } --service '{"url":"http://a.example/","name":1}'; echo "status $?"
            """#
        let check = try run("pong", script)
        expect(check.first, "ran", "\(check)")
        #expect(check.contains { $0.hasPrefix("service http://127.0.0.1:1/: failing: ") })
        // A service never changes the access.
        #expect(check.contains("status 0") && check.last == "status 78", "\(check)")
        let replay = try run(
            "pong",
            #"""
            check="${gate/ gate / check } \#(refused) --json"
            $check > "$0.json"; $tool classify --assessment "$0.json"; echo "status $?"
            sed 's/"state": *"failing"/"state":"working"/' "$0.json" > "$0.other"
            $tool classify --assessment "$0.other"; echo "status $?"
            """#
        )
        // A changed state is noticed.
        #expect(replay.contains("status 0") && replay.contains("status 7"), "\(replay)")
        #expect(replay.contains { $0.contains("checksum") }, "\(replay)")
    }

    @Test func `gate --quality closes on a slow line and says so`() throws {
        let server = try TestServer { _ in
            Thread.sleep(forTimeInterval: 0.2)
            return .message(status: 200, headers: [:], body: Array("pong".utf8))
        }
        defer { server.stop() }
        let endpoints = ["a", "b", "c"].map { owner in
            #"{"url":"\#(server.url("/\(owner)"))","owner":"\#(owner)","expect":{"use":"validator.equals","text":"pong"}}"#
        }
        let list = endpoints.joined(separator: ",")
        let configuration =
            #"{"scope":"lo","pool":[],"quality":{"slowFirstByte":0.15},"endpoints":[\#(list)]}"#
        let lines = try Tool.run(
            #"""
            printf '%s' '\#(configuration)' > "$0.config"
            $tool gate --config "$0.config" --quality good -- echo ran; echo "status $?"
            $tool gate --config "$0.config" --quality slow -- echo ran
            $tool check --config "$0.config" --format '{access} {quality}'
            $tool gate --config "$0.config" --quality fast -- echo ran; echo "status $?"
            """#
        )
        try #require(lines.count == 6, "\(lines)")
        let why = "connectivityctl: did not run echo: online, but slow on lo (loopback): "
        #expect(lines[0].hasPrefix(why) && lines[0].contains("; the first byte of an answer comes after "), "\(lines)")
        expect(lines[1...3], ["status 75", "ran", "online slow"])
        #expect(lines[4].contains("--quality") && lines[5] == "status 64", "\(lines)")
    }

    @Test func `A closed gate is UNKNOWN for Nagios, on standard output`() throws {
        let lines = try run("song", #"$gate --format nagios -- echo ran 2>/dev/null; echo "status $?""#)
        expect(lines.first?.hasPrefix("UNKNOWN - did not run echo: blocked on lo"), true)
        expect(lines.last, "status 3")
        try expect(run("pong", "$gate --format nagios -- echo ran"), ["ran"])
    }

    @Test func `Signals reach the command behind the gate`() throws {
        let lines = try run(
            "pong",
            """
            $gate -- sh -c 'trap "echo got it; exit 9" USR1; echo ready > "$1"; while :; do sleep 0.1; done' sh "$0.up" & pid=$!
            until test -e "$0.up"; do sleep 0.05; done
            kill -USR1 $pid; wait $pid; echo "status $?"
            $gate -- sleep 30 & pid=$!
            until grep -qs '^Name:.sleep' /proc/$pid/status; do sleep 0.05; done
            kill -TERM $pid; wait $pid 2>/dev/null; echo "status $?"
            """
        )
        expect(lines.filter { !$0.contains("Terminated") }, ["got it", "status 9", "status 143"])
    }

    @Test func `The command behind the gate inherits no descriptor, and no signal is blocked or ignored`() throws {
        // The two signals above 31 that glibc keeps for itself are left out.
        let look =
            #"bash -c 'cd /proc/self/fd; echo ?; sed -n "s/^Sig\(Blk\|Ign\).*\(........\)$/\1 \2/p" /proc/self/status'"#
        let lines = try run("pong", "$gate -- \(look)")
        let shell = try Tool.run(look)
        #expect(lines.count == 3 && [lines.first, lines.last] == [shell.first, shell.last], "\(lines), \(shell)")
        // The shell has what a thread of this test blocks.
        expect(lines.dropFirst().first, "Blk 00000000")
    }

    @Test func `A command that is not found, or cannot be run, ends with status 127 or 126`() throws {
        let lines = try run(
            "pong",
            #"$gate -- no-such-command; echo "status $?"; $gate -- /etc/passwd; echo "status $?""#
        )
        expect(
            lines,
            [
                "connectivityctl: cannot run no-such-command: No such file or directory", "status 127",
                "connectivityctl: cannot run /etc/passwd: Permission denied", "status 126",
            ]
        )
    }

    @Test(.needs(.python)) func `The programs of plugins have ended before the command runs`() throws {
        let plugin = try temporaryFile(
            """
            #!/usr/bin/python3
            import json, sys
            for line in sys.stdin:
                request = json.loads(line)
                component = {"use": "validator.example.gate", "summary": "is not used", "options": {"type": "object"}}
                hello = {"protocol": 1, "name": "example-gate", "version": "1.0", "registers": [component]}
                if request["type"] == "hello": print(json.dumps({"id": request["id"], **hello}), flush=True)
            """,
            suffix: ".py"
        )
        let configuration = try temporaryFile(#"{ "plugins": [{ "program": ["\#(plugin)"] }] }"#)
        let children = try temporaryFile(
            """
            import os
            try: print("children", os.waitpid(-1, os.WNOHANG))
            except ChildProcessError: print("no children")
            """
        )
        let lines = try run("pong", "chmod +x \(plugin); $gate --config \(configuration) -- python3 \(children)")
        expect(lines, ["no children"])
    }
}
#endif
