#if canImport(CCurl) && os(Linux)
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

/// Runs the built command as a server of tests in other languages.
@Suite(
    .serialized,
    .needs(
        .program("curl"),
        .program("jq"),
        .trait("OpenSSL", isThere: TestAuthority.isAvailable)
    )
) struct `Fixture serve` {
    private static let root = URL.package
    private static let fixtures = root.appending(path: "Fixtures").path

    /// Runs a script in a separate folder with the guest network, and returns its lines.
    private func run(_ script: String) throws -> [String] {
        try Tool.run("D=$(mktemp -d); trap 'rm -rf \"$D\"' EXIT; cd \"$D\"; F=\(Self.fixtures); \(script)")
    }

    @Test func `--json and --ready-fd print the same line when all ports listen`() throws {
        let lines = try run(
            #"""
            coproc S { exec "$tool" fixture serve $F/scenarios/guest.json --json --ready-fd 9 --certificate ca.pem 9> ready; }
            read -r line <&"${S[0]}"; until [ -s ready ]; do sleep 0.05; done
            [ "$(cat ready)" = "$line" ] && echo same
            jq -r 'keys | join(" ")' <<< "$line"; [ "$(jq -r .certificate <<< "$line")" = "$D/ca.pem" ] && echo absolute
            curl -s --cacert ca.pem --connect-to "::127.0.0.1:$(jq -r .port <<< "$line")" https://portal.example/quota; echo
            curl -s "$(jq -r .control <<< "$line")/state" | jq -r .state
            exec 3<>/dev/tcp/127.0.0.1/$(jq -r .namePort <<< "$line") && echo names
            kill -TERM $S_PID; wait $S_PID; echo "status $?"
            """#
        )
        expect(
            lines,
            [
                "same", "certificate control namePort port", "absolute", "You have used all of your data.",
                "signed-out",
                "names", "status 0",
            ]
        )
    }

    @Test func `The descriptor of --ready-fd is closed after its line`() throws {
        let lines = try run(
            #"""
            mkfifo ready; "$tool" fixture serve $F/scenarios/trouble.json --ready-fd 7 7> ready > out & pid=$!
            cat ready | jq -r 'has("port")'; head -c 8 out; echo; kill -TERM $pid; wait $pid; echo "status $?"
            """#
        )
        expect(lines, ["true", "serving ", "status 0"], "\(lines)")
    }

    @Test func `A descriptor that the caller has not passed for writing is refused in one line`() throws {
        let lines = try run(
            #"""
            for n in 3 4 5 6 7 8 9 40; do "$tool" fixture serve $F/scenarios/guest.json --ready-fd $n; echo $?; done
            "$tool" fixture serve $F/scenarios/guest.json --ready-fd 3 3< /dev/null; echo $?
            "$tool" fixture serve $F/scenarios/guest.json --ready-fd 1; echo $?
            "$tool" fixture serve $F/scenarios/guest.json --ready-fd 3 3> /dev/full; echo $?
            """#
        )
        for (index, number) in [3, 4, 5, 6, 7, 8, 9, 40, 3].enumerated() {
            let error =
                "connectivityctl: fixture serve: --ready-fd: the caller has passed no descriptor \(number) that can be "
                + "written to; in a shell, add \(number)> FILE; see connectivityctl fixture serve --help"
            expect(lines.dropFirst(2 * index).prefix(2), [error, "64"], "\(lines)")
        }
        try #require(lines.count > 21, "\(lines)")
        #expect(lines[18].contains("--ready-fd needs the number of a descriptor from 3 through 65535, not \"1\""))
        expect(
            lines.suffix(2),
            [
                "connectivityctl: the descriptor of --ready-fd cannot be written to: No space left on device", "73",
            ]
        )
    }

    @Test func `With --until-eof, a server ends when its caller is killed`() throws {
        let lines = try run(
            #"""
            cat > caller <<'END'
            coproc S { exec "$tool" fixture serve $F/scenarios/guest.json --json --until-eof; }
            read -r line <&"${S[0]}"; echo "$S_PID" > pid.new; mv pid.new pid; sleep 20 > /dev/null 2>&1
            END
            export F; bash caller & caller=$!
            until [ -s pid ]; do sleep 0.05; done
            kill -0 "$(cat pid)" && echo serves
            kill -KILL $caller; wait $caller 2> /dev/null
            until ! kill -0 "$(cat pid)" 2> /dev/null; do sleep 0.05; done; echo ended
            """#
        )
        expect(lines, ["serves", "ended"], "\(lines)")
    }

    @Test func `With --until-eof, standard input that has ended or is closed is refused`() throws {
        let lines = try run(
            #"""
            "$tool" fixture serve $F/scenarios/guest.json --until-eof < /dev/null; echo $?
            "$tool" fixture serve $F/scenarios/guest.json --until-eof <&-; echo $?
            (echo text; sleep 0.2) | "$tool" fixture serve $F/scenarios/guest.json --until-eof > out; echo $?
            """#
        )
        let error =
            "connectivityctl: fixture serve: --until-eof: standard input has already ended; it must be a pipe that the "
            + "caller holds open; see connectivityctl fixture serve --help"
        expect(lines, [error, "64", error, "64", "0"], "\(lines)")
    }

    @Test func `A recording is served with a journal and two states`() throws {
        let lines = try run(
            #"""
            coproc S { exec "$tool" fixture serve $F/portals/redirect-302-absolute.http --json --until-eof; }
            read -r line <&"${S[0]}"; jq -r 'keys | join(" ")' <<< "$line"
            port=$(jq -r .port <<< "$line") control=$(jq -r .control <<< "$line")
            url=http://captive.apple.com/hotspot-detect.html
            ask() { curl -s -o /dev/null -w '%{http_code}\n' --connect-to "::127.0.0.1:$port" "$@"; }
            ask $url; curl -s -X PUT -d signed-in $control/state | jq -c .; ask $url
            curl -s -X PUT -d signed-out $control/state > /dev/null; ask $url; ask -d '' http://a.example/x; ask $url
            curl -s $control/journal | jq -r '.entries[] | "\(.kind) \(.state) \(.method) \(.path) \(.status)"'
            """#
        )
        let path = "/hotspot-detect.html"
        expect(
            lines,
            [
                "control port", "302", #"{"state":"signed-in","states":["signed-out","signed-in"]}"#, "200", "302",
                "200",
                "200", "request signed-out GET \(path) 302", "request signed-in GET \(path) 200",
                "request signed-out GET \(path) 302", "request signed-out POST /x 200",
                "request signed-in GET \(path) 200",
            ],
            "\(lines)"
        )
    }

    @Test func `The same seed makes the same tokens, and without one they differ`() throws {
        let lines = try run(
            #"""
            token() {
                coproc S { exec "$tool" fixture serve $F/scenarios/guest.json --json --until-eof "$@"; }
                read -r line <&"${S[0]}"
                curl -s --connect-to "::127.0.0.1:$(jq -r .port <<< "$line")" http://portal.example/sign-in | grep -o 'value="[^"]*'
                local pid=$S_PID; eval "exec ${S[1]}>&-"; wait $pid
            }
            token --seed 7; token --seed 7; token; token
            """#
        )
        try #require(lines.count == 4, "\(lines)")
        expect(lines[0], lines[1])
        expect(Set(lines).count, 3)
    }

    /// Each case is the text of a file and the error.
    @Test(arguments: [
        ("", "line 1, column 1: the text is incomplete"), ("{", "line 1, column 2: the text is incomplete"),
        ("[]", "line 1, column 1: "),
        (
            #"{"format": "connectivity-scenario", "version": 9, "hosts": {}}"#,
            "line 1, column 2: at format: unknown key; use"
        ),
        (
            #"{"hosts": {}, "states": [{"name": "a"}, {"name": "b"}]}"#,
            "at states[1].name: nothing leads from \"a\" to \"b\""
        ),
    ])
    func `A damaged, empty or future scenario is refused in one line`(text: String, error: String) async throws {
        let file = try temporaryFile(text, suffix: ".json")
        let transcript = await Transcript.of("fixture", "serve", file, "--json")
        expect(transcript.status, .data)
        #expect(transcript.output.isEmpty)
        expect(transcript.errors.count, 1)
        expect(transcript.errors.first?.contains("\(file): "), true, "\(transcript.errors)")
        expect(transcript.errors.first?.contains(error), true, "\(transcript.errors)")
    }

    @Test func `Options that do not fit together are refused in one line`() async throws {
        let scenario = "\(Self.fixtures)/scenarios/guest.json"
        let recording = "\(Self.fixtures)/portals/redirect-302-absolute.http"
        for (words, error) in [
            ([recording, "--seed", "1"], "--seed cannot be used with a recording"),
            (["-", "--until-eof"], "--until-eof and - cannot be combined"),
            ([scenario, "--seed", "-1"], "--seed needs a number from 0"),
            ([scenario, "--certificate", "-", "--json"], "--certificate - and --json cannot be combined"),
            ([scenario, "--signed-in-after", "1"], "--signed-in-after cannot be used with a scenario"),
        ] {
            let transcript = await Transcript.of(words: ["fixture", "serve"] + words)
            expect(transcript.status, .usage)
            expect(transcript.errors.count, 1)
            expect(transcript.errors.first?.contains(error), true, "\(transcript.errors)")
        }
    }
}
#endif
