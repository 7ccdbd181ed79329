#if canImport(CCurl) && os(Linux)
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

/// Asks the built command that watches, from another process.
@Suite(.serialized) struct `Status` {
    /// Runs a script with `$D` for its files; `watch` begins one that finds nothing, with its own configuration.
    private func run(_ script: String, notifiers: String = "", seconds: Int = 20) throws -> [String] {
        try Tool.run(
            """
            D=$(mktemp -d); trap 'kill $pid $bus 2>/dev/null; rm -rf "$D"' EXIT
            cat > "$D/config" <<END
            { "source": { "use": "source.static", "interfaces": [{ "name": "lo0" }] },
              "endpoints": ["apple.hotspot"], "limits": { "total": 0.5 },
              "prober": { "use": "prober.curl", "connectTo": "127.0.0.1:1" }, "notifiers": [\(notifiers)] }
            END
            soon() { for i in $(seq 100); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.05; done; echo "never: $*"; }
            unset RUNTIME_DIRECTORY XDG_RUNTIME_DIR
            is() { "$tool" status "${@:2}" | grep -q "$1"; }
            \(script)
            """,
            seconds: seconds
        )
    }

    @Test(.needs(.program("jq"))) func `status prints the state of a running watch, with the exit status of check`()
        throws
    {
        let lines = try run(
            #"""
            "$tool" watch --quiet --config "$D/config" --socket "$D/s" > "$D/log" 2>&1 & pid=$!
            soon is unreachable --socket "$D/s"
            "$tool" status --socket "$D/s"; echo "status $?"
            "$tool" status --socket "$D/s" --json | jq -c '[keys, .assessment.access, .process == '$pid', .notifiers[0].name]'
            stat -c %a "$D/s"
            kill -TERM $pid; wait $pid; echo "status $?"; ls "$D" | paste -sd,
            "$tool" status --socket "$D/s"; echo "status $?"
            """#
        )
        try #require(lines.count == 8, "\(lines)")
        let form =
            #/unreachable on lo0 \([a-z]+\): .* \(for [0-9a-z ]+, since 20[0-9T:+-]+Z?(, confirmed [0-9a-z ]+ ago)?\)/#
        #expect(lines[0].wholeMatch(of: form) != nil, "\(lines)")
        expect(lines[1], "status 4")
        expect(
            lines[2],
            #"[["assessment","notifiers","process","since","source","startedAt","text","version"],"unreachable",true,"AssessmentUpdates"]"#
        )
        expect(lines[3], "666")
        #expect(lines[4] == "status 0" && lines[5] == "config,log", "\(lines)")
        #expect(lines[6].hasPrefix("connectivityctl: no service answers: /"), "\(lines)")
        #expect(
            lines[6].hasSuffix(
                ": No such file or directory; start one (watch --socket PATH), or ask the network yourself (check)"
            )
        )
        expect(lines[7], "status 69")
    }

    @Test(.needs(.program("jq"))) func `status has a short form, fields, and a form without output`() throws {
        let lines = try run(
            #"""
            "$tool" watch --quiet --config "$D/config" --socket "$D/s" > "$D/log" 2>&1 & pid=$!
            soon is unreachable --socket "$D/s"
            cd "$D"
            "$tool" status --socket s --json=brief | jq -c '[keys, .access, .interface, .signInURL]'
            "$tool" status --socket s --utc --format '{access} {interface} {state} {since}'
            "$tool" status --socket s -q; echo "status $?"
            """#
        )
        try #require(lines.count == 3, "\(lines)")
        let keys =
            #"["access","cause","certainty","confirmedAt","interface","isFinal","observations","omitted","quality","reason","signInURL","since","text","time","version"]"#
        expect(lines[0], "[\(keys),\"unreachable\",\"lo0\",null]", "\(lines)")
        #expect(lines[1].wholeMatch(of: #/unreachable lo0 (final|preliminary) 20[0-9T:-]+Z/#) != nil, "\(lines)")
        expect(lines[2], "status 4")
    }

    @Test(.needs(.namespaces)) func `status names the permitted users if this user is not permitted`() throws {
        let lines = try run(
            #"""
            chmod 755 "$D"
            "$tool" watch --quiet --config "$D/config" > "$D/log" 2>&1 & pid=$!
            soon is unreachable --socket "$D/s"
            cp "$tool" "$D/tool"
            setpriv --reuid 65534 --regid 65534 --clear-groups "$D/tool" status --socket "$D/s"; echo "status $?"
            """#,
            notifiers: #"{ "use": "notifier.status", "socket": "$D/s", "mode": "0660" }"#
        )
        try #require(lines.count == 2, "\(lines)")
        #expect(
            lines[0].contains("s: Permission denied; only user root and group root may ask this service"),
            "\(lines)"
        )
        expect(lines[1], "status 69")
    }

    @Test(.needs(.namespaces), .needs(.program("jq")))
    func `Another user receives the access, the reason and the observations, and nothing else`() throws {
        let lines = try run(
            #"""
            chmod 755 "$D"
            "$tool" watch --quiet --config "$D/config" --socket "$D/s" > "$D/log" 2>&1 & pid=$!
            soon is unreachable --socket "$D/s"
            cp "$tool" "$D/tool"
            other() { setpriv --reuid 65534 --regid 65534 --clear-groups "$D/tool" status --socket "$D/s" "$@"; }
            other | head -1 | grep -c '^unreachable on lo0 .*refused (for '
            members='[([.assessment.paths[].endpoints[]] | length > 0), (.assessment.interfaces | length), (.notifiers | length > 0)]'
            other --json | jq -c "$members"; "$tool" status --socket "$D/s" --json | jq -c "$members"
            """#
        )
        expect(lines, ["1", "[false,0,false]", "[true,1,true]"])
    }

    @Test func `A unit's runtime folder, a user's and the configuration lead to the socket`() throws {
        let lines = try run(
            #"""
            mkdir "$D/run" "$D/connectivity"
            RUNTIME_DIRECTORY="$D/run" "$tool" watch --quiet --config "$D/config" > "$D/log" 2>&1 & pid=$!
            RUNTIME_DIRECTORY="$D/run:/elsewhere" soon is unreachable
            kill -TERM $pid; wait $pid
            "$tool" watch --quiet --config "$D/config" --socket "$D/connectivity/status.sock" > "$D/log" 2>&1 & pid=$!
            XDG_RUNTIME_DIR="$D" soon is unreachable
            kill -TERM $pid; wait $pid
            sed 's|"notifiers": \[\]|"notifiers": [{ "use": "notifier.status", "socket": "'$D'/own", "mode": "0600" }]|' \
                "$D/config" > "$D/config2"
            RUNTIME_DIRECTORY="$D/run" "$tool" watch --quiet --config "$D/config2" > "$D/log" 2>&1 & pid=$!
            soon is unreachable --config "$D/config2"
            stat -c %a "$D/own"; ls "$D/run"
            """#
        )
        expect(lines, ["600"])
    }

    @Test(.needs(.python)) func `A program that answers something else on the socket is refused in one line`() throws {
        let lines = try run(
            #"""
            for text in 'no JSON' '{"assessment":{"access":"fine"}}' ''; do
                rm -f "$D/s"
                python3 - "$D/s" "$text" > /dev/null 2>&1 <<'END' & pid=$!
            import socket, sys
            server = socket.socket(socket.AF_UNIX)
            server.bind(sys.argv[1]); server.listen()
            client, _ = server.accept()
            client.sendall(sys.argv[2].encode())
            END
                soon test -S "$D/s"; sleep 0.1
                "$tool" status --socket "$D/s" 2>&1 | sed "s|$D||"; echo "status ${PIPESTATUS[0]}"; wait $pid
            done
            """#
        )
        try #require(lines.count == 6, "\(lines)")
        #expect(lines[0].hasPrefix("connectivityctl: /s: line 1, column 1: ") && lines[1] == "status 65", "\(lines)")
        expect(
            lines[2],
            "connectivityctl: /s: the answer has an unknown access; use the same version as the service"
        )
        expect(lines[5], "status 65", "\(lines)")
    }

    @Test(.needs(.program("jq")))
    func `If no socket answers, status asks the message bus that the configuration names`() throws {
        let lines = try run(
            #"""
            dbus-daemon --session --nofork --print-address=3 --address="unix:path=$D/bus" 3>"$D/address" > /dev/null 2>&1 & bus=$!
            soon test -s "$D/address"
            "$tool" watch --quiet --config "$D/config" > "$D/log" 2>&1 & pid=$!
            soon is unreachable --config "$D/config"
            "$tool" status --config "$D/config"; echo "status $?"
            "$tool" status --config "$D/config" --json | jq -c '[keys, .assessment.access]'
            kill -TERM $pid; wait $pid
            "$tool" status --config "$D/config" 2>&1 | grep -o 'on the unix:path.*'; echo "status ${PIPESTATUS[0]}"
            """#,
            notifiers: #"{ "use": "notifier.dbus", "bus": "unix:path=$D/bus" }"#
        )
        try #require(lines.count == 5, "\(lines)")
        #expect(lines[0].hasPrefix("unreachable on lo0 ("), "\(lines)")
        #expect(lines[1] == "status 4" && lines[2] == #"[["assessment","text","version"],"unreachable"]"#, "\(lines)")
        expect(lines[4], "status 69", "\(lines)")
    }
}
#endif
