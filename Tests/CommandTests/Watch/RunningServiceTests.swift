#if canImport(CCurl) && os(Linux)
import Foundation
import TestSupport
import Testing

/// Verbs of the built command next to a service with the default configuration.
@Suite(.serialized) struct RunningServiceTests {
    /// Runs a script while a service watches that finds nothing; `$D` has the file `state.json` and the socket `s`.
    private func run(_ script: String) throws -> [String] {
        try Tool.run(
            """
            D=$(mktemp -d); trap 'kill $pid 2>/dev/null; rm -rf "$D"' EXIT
            mkdir -p "$D/home/connectivity"; export XDG_CONFIG_HOME="$D/home"; unset CONNECTIVITY_NO_CONFIG
            unset RUNTIME_DIRECTORY XDG_RUNTIME_DIR
            # The superuser has no folder for configurations but /etc/connectivity.
            cp "$tool" "$D/tool"; chmod 777 "$D"
            tool() { setpriv --reuid 65534 --regid 65534 --clear-groups "$D/tool" "$@"; }
            cat > "$D/home/connectivity/config.json" <<END
            { "source": { "use": "source.static", "interfaces": [{ "name": "lo0" }] },
              "endpoints": ["apple.hotspot"], "limits": { "total": 0.5 },
              "prober": { "use": "prober.curl", "connectTo": "127.0.0.1:1" },
              "notifiers": [{ "use": "notifier.state-file", "file": "$D/state.json" },
                            { "use": "notifier.prometheus-file", "file": "$D/c.prom" },
                            { "use": "notifier.status", "socket": "$D/s" }] }
            END
            setpriv --reuid 65534 --regid 65534 --clear-groups "$D/tool" watch --quiet --config "$XDG_CONFIG_HOME/connectivity" > "$D/log" 2>&1 & pid=$!
            for i in $(seq 200); do if tool status 2>&1 | grep -q unreachable; then break; fi; sleep 0.05; done
            \(script)
            """,
            seconds: 30
        )
    }

    @Test(.needs(.namespaces))
    func `A gate, a wait and a cached check say what a running service knows, and --fresh asks the network`()
        throws
    {
        let lines = try run(
            #"""
            tool gate -- true; echo "status $?"
            tool gate --fresh -- true 2>&1 | grep -c 'says the running service'
            tool gate --access unreachable -- echo open
            tool check --cached | head -1 | grep -c 'unreachable on lo0 .*(for '
            tool check --cached --endpoint http://127.0.0.1:1/ | head -1 | grep -c '(for '
            tool wait --access unreachable --timeout 5s | head -1 | grep -c '(for '
            tool wait --timeout 1s; echo "status $?"
            """#
        )
        try #require(lines.count == 9, "\(lines)")
        #expect(
            lines[0].contains("did not run true: unreachable on lo0")
                && lines[0].hasSuffix(", says the running service")
        )
        expect(lines[1...6].map(\.self), ["status 75", "0", "open", "1", "0", "1"])
        #expect(lines[7].hasPrefix("connectivityctl: not online within 1s: unreachable"), "\(lines)")
        expect(lines[8], "status 124")
    }

    @Test(.needs(.namespaces)) func `A second watch takes nothing away from a running service`() throws {
        let lines = try run(
            #"""
            tool watch --fresh --for 1s > /dev/null 2> "$D/second"; ls "$D" | grep -cE '^(c.prom|state.json|s)$'
            grep -c "left to the running service (process $pid)" "$D/second"
            sed "s,\"$D/s\",\"$D/t\"," "$XDG_CONFIG_HOME/connectivity/config.json" > "$D/other.json"
            tool watch --for 1s --config "$D/other.json" > /dev/null 2> "$D/third"; ls "$D" | grep -cE '^(c.prom|state.json|s)$'
            grep -c 'another process uses this file' "$D/third"
            """#
        )
        try #require(lines.count == 4, "\(lines)")
        expect(lines[0...2].map(\.self), ["3", "1", "3"])
        #expect((Int(lines[3]) ?? 0) >= 2, "\(lines)")
    }

    @Test(.needs(.namespaces)) func `watch and portal ask a running service in place of the network`() throws {
        let lines = try run(
            #"""
            tool watch --for 1s 2>&1 | sed "s/$pid/P/; s/^2[^ ]* *//" | cut -c 1-60
            tool portal 2>&1 | cut -c 1-60
            tool watch --for 1s --interval 5s 2>&1 | grep -c 'asking the running service'
            NOTIFY_SOCKET=/none tool watch --for 1s 2>&1 | grep -c 'asking the running service'
            setpriv --reuid 65534 --regid 65534 --clear-groups "$D/tool" watch > "$D/followed" 2>&1 & follower=$!
            sleep 1.5; kill -USR1 $follower; sleep 1; kill -TERM $pid; wait $follower; echo "status $?"
            setpriv --reuid 65534 --regid 65534 --clear-groups "$D/tool" portal > "$D/portal" 2>&1; echo "status $?"
            """#
        )
        let notice = "connectivityctl: asking the running service (process P) each second; --fresh asks the network"
        try #require(lines.count >= 6, "\(lines)")
        expect(lines[0], String(notice.prefix(60)))
        #expect(lines[1].hasPrefix("unreachable on lo0 (other): "), "\(lines)")
        let nothing = "connectivityctl: nothing to sign in to: unreachable on lo0"
        #expect(lines.contains { $0.hasPrefix(nothing) }, "\(lines)")
        expect(lines.suffix(4).map(\.self), ["0", "0", "status 69", "status 4"], "\(lines)")
    }

    @Test(.needs(.namespaces)) func `status --follow prints a line now, and ends when the service does`() throws {
        let lines = try run(
            #"""
            setpriv --reuid 65534 --regid 65534 --clear-groups "$D/tool" status --follow > "$D/followed" 2>&1 & follower=$!
            sleep 2.5; kill -TERM $pid; wait $follower; echo "status $?"
            cut -c 1-18 "$D/followed"
            """#
        )
        try #require(lines.count >= 3, "\(lines)")
        expect([lines[0], lines[1]], ["status 69", "unreachable on lo0"], "\(lines)")
        #expect(lines.last?.hasPrefix("connectivityctl: n") == true, "\(lines)")
    }
}
#endif
