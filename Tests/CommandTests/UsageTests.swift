import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

extension Verb {
    fileprivate static var words: [String] { grammar.name.split(separator: " ").map(String.init) }
}

@Suite struct `Usage` {
    @Test func `Every command prints its help and lists its options`() async {
        let overview = await Transcript.of("--help")
        expect(overview.status, .success)
        for verb in [
            "check", "explain", "watch", "demo", "classify", "emulate", "interfaces",
            "plugins", "wait", "gate", "status", "open", "portal", "doctor", "respond", "fixture record",
            "fixture serve", "fixture verify", "fixture expect", "fixture import",
        ] {
            let words = verb.split(separator: " ").map(String.init)
            let help = await Transcript.of(words: words + ["--help"])
            expect(help.status, .success)
            #expect(help.output.joined().contains("usage: connectivityctl \(verb)"))
            expect(help.output, (await Transcript.of(words: ["help"] + words)).output)
            #expect(overview.output.joined().contains(verb))
        }
        for word in ["--version", "-V", "version"] {
            await expect(Transcript.of(word).output, ["connectivityctl \(CommandLineTool.version)"])
        }
    }

    @Test func `All help fits in eighty columns`() async {
        for words in [["--help"], ["help", "fixture"]] + CommandLineTool.verbs.map({ ["help"] + $0.words }) {
            let help = await Transcript.of(words: words)
            expect(help.status, .success)
            for line in help.output.joined(separator: "\n").split(separator: "\n") {
                #expect(line.count <= 80, "\(words.joined(separator: " ")): \(line)")
            }
        }
    }

    @Test func `Wrapped text keeps its words, and verbatim lines stay unchanged`() {
        let text = "one two three\nfour\n\n  {  as  it is }\nfive \(String(repeating: "x", count: 100)) six"
        let wrapped = WrappedText.paragraphs(text)
        expect(wrapped.split(whereSeparator: \.isWhitespace), text.split(whereSeparator: \.isWhitespace))
        #expect(wrapped.contains("one two three four\n\n  {  as  it is }\nfive\n"))
        let rows = [(name: "a", text: "b c"), (name: String(repeating: "n", count: 40), text: "d")]
        expect(WrappedText.table(rows), "a  b c\n\(rows[1].name)\n   d")
    }

    /// Wrong command lines, each with a part of the line that it prints.
    private static let wrong: [([String], String)] = [
        ([], "missing command"),
        (["chekc"], "did you mean check?"),
        (["nonsense"], "unknown command \"nonsense\"; connectivityctl --help lists them all"),
        (["-v"], "unknown option \"-v\"; connectivityctl --help"), (["--versoin"], "did you mean --version?"),
        (["hepl"], "did you mean help?"),
        (["check", "--endpont", "x"], "did you mean --endpoint?"),
        (["check", "extra"], "unexpected argument \"extra\""),
        (["check", "--json=yes"], "--json has no value \"yes\"; use --json=brief"),
        (["check", "--endpoint"], "--endpoint needs a value: --endpoint URL|NAME|GROUP"),
        (["check", "--endpoint", "ftp://a.example/"], "its scheme is \"ftp\""),
        (["check", "--endpoint", "aple"], "neither a built-in endpoint nor a valid URL"),
        (["check", "--endpoint", "apple-hotspot"], "did you mean apple.hotspot?"),
        (["check", "--endpoint", "hotspot"], "did you mean apple.hotspot?"),
        (["check", "--expect-contains", "x"], "--expect and --expect-... require --endpoint"),
        (["check", "--endpoint", "http://a.example/", "--expect-equals", ""], "must not be empty"),
        (
            ["check", "--endpoint", "http://a.example/", "--expect-equals", "a", "--expect-contains", "b"],
            "only one of --expect and the --expect-... options"
        ),
        (["check", "--expect", "validator.empty"], "--expect and --expect-... require --endpoint"),
        (
            ["check", "--endpoint", "http://a.example/", "--expect-equals", "a", "--expect", "validator.empty"],
            "only one of --expect and the --expect-... options"
        ),
        (["check", "--expect"], "--expect needs a value: --expect ID|JSON|@FILE"),
        (["check", "--timeout", "0"], "--timeout needs a time from 50ms through 1d such as 1m30s, not \"0\""),
        (["check", "--probe-timeout", "2h"], "--probe-timeout needs a time from 50ms through 1h such as 1m30s, not"),
        (["check", "--timeout", "30s1m"], "not \"30s1m\""), (["check", "--timeout", "5 s"], "not \"5 s\""),
        (["check", "--timeout", "5S"], "not \"5S\""), (["check", "--for", "5s"], "unknown option --for"),
        (["report", "--for", "5s"], "unknown option --for"),
        (["watch", "--timeout", "5s"], "unknown option --timeout"),
        (["check", "--timeout", "1", "--timeout", "2"], "may be given only once"),
        (["check", "--scope", ""], "--scope must not be empty"),
        (["interfaces", "--to", "hello"], "\"hello\" is not an IP address"),
        (["interfaces", "--to", ""], "--to must not be empty"),
        (["interfaces", "--to"], "--to needs a value: --to ADDRESS"),
        (["interfaces", "--to", "192.0.2.1", "--watch"], "--to cannot be combined with --watch or --source"),
        (
            ["interfaces", "--to", "192.0.2.1", "--source", "source.static"],
            "--to cannot be combined with --watch or --source"
        ),
        (["classify"], "missing FILE"),
        (["classify", "--url", "nope", "x"], "is not a valid URL"),
        (["emulate", "--url", "nope", "x"], "is not a valid URL"),
        (["emulate", "--url", "https://a.example/"], "--url must be an http URL"),
        (["emulate", "--https", "fail"], "--https requires FILE or --url"),
        (["emulate", "--api", "x"], "--api requires FILE; a live network announces its own"),
        (["emulate", "--https", "maybe", "x"], "--https must be fail or genuine, not \"maybe\""),
        (["emulate", "--https", "genuin", "x"], "; did you mean genuine?"),
        (["emulate", "--detector", "andriod"], "unknown detector \"andriod\"; did you mean android?"),
        (["schema", "asessment"], "unknown document \"asessment\"; did you mean assessment?"),
        (["manual", "chek"], "there is no page about \"chek\"; did you mean check?"),
        (["completions", "zhs"], "bash, zsh or fish; did you mean zsh?"),
        (["emulate", "--detector", "beos"], "unknown detector \"beos\"; use one of: apple, android"),
        (["emulate", "--timeout", "1", "x"], "--timeout cannot be combined with FILE"),
        (["plugins", "detectors"], "unknown list \"detectors\"; did you mean detector?"),
        (["plugins", "endpoint", "detector"], "name one list only"),
        (["plugins", "\u{1B}[31m"], "\\u{1b}"),
        (["wait", "--access", "onlin"], "--access needs one or more of online, partial, captive"),
        (["wait", "--access", "captive,onlin"], "not \"captive,onlin\"; did you mean online?"),
        (["wait", "--access", "online,"], "not \"online,\""),
        (["wait", "--access", "determining"], "not \"determining\""),
        (["wait", "--timeout", "-1"], "--timeout needs a time from 0s through 31d"),
        (["wait", "--probe-timeout", "0"], "--probe-timeout needs a time from 50ms"),
        (["wait", "online"], "unexpected argument \"online\""),
        (["gate"], "missing COMMAND, after --"),
        (["gate", "--"], "missing COMMAND, after --"),
        (["gate", "--", ""], "missing COMMAND, after --"),
        (["gate", "--access", "up", "--", "true"], "--access needs one or more of"),
        (["gate", "--format", "json", "--", "true"], "--format must be text or nagios, not \"json\""),
        (["gate", "ls", "-l"], "unknown option -l"),
        (["watch", "now"], "unexpected argument \"now\""),
        (["watch", "--interval", "0.5"], "--interval needs a time from 1s through 1d"),
        (["watch", "--heartbeat", "0x10"], "--heartbeat needs a time from 100ms through"),
        (["wait", "--timeout", "1e1"], "not \"1e1\""),
        (["wait", "--timeout", "nan"], "not \"nan\""),
        (["respond", "--port", "0x10"], "--port needs a port from 0 through 65535, not \"0x10\""),
        (["respond", "--port", "8080.7"], "not \"8080.7\""),
        (["watch", "--heartbeat", "0"], "--heartbeat needs a time from 100ms through"),
        (
            ["watch", "--socket", String(repeating: "a", count: 104)],
            "--socket needs a path that has at most 103 bytes"
        ),
        (["watch", "-q", "-v"], "--quiet and --verbose cannot be combined"),
        (["watch", "-x"], "unknown option -x"),
        (["check", "--interface", "lo"], "--interface was removed; use --scope INTERFACE"),
        (["watch", "--underlay"], "--underlay was removed; use --scope underlay"),
        (["wait", "--scope", ""], "--scope"),
        (["status", "--socket", String(repeating: "a", count: 104)], "--socket needs a path"),
        (["check", "--json=breif"], "--json has no value \"breif\"; use --json=brief"),
        (["interfaces", "--json=brief"], "--json takes no value"),
        (
            ["check", "--format", "{acess}"],
            "--format has no field {acess}; did you mean access?; the fields are {access} {quality} {state}"
        ),
        (["check", "--format", "{access"], "--format has a { without a }; write {{ for a brace"),
        (["check", "--format", "{text}", "--json"], "--json and --format {text} cannot be combined"),
        (["check", "--format", "nagio"], "did you mean nagios?"),
        (["wait", "--format", "nagios"], "--format must be text or json, not \"nagios\""),
        (["watch", "--format", "{access}", "--heartbeat", "5s"], "--heartbeat and --format cannot be combined"),
        (["respond", "--address", "here"], "\"here\" is not an IP address"),
        (["respond", "--port", "70000"], "--port needs a port from 0 through 65535"),
        (["respond", "--text", ""], "--text must not be empty"),
        (["doctor", "now"], "unexpected argument"),
        (["open", "--timeout", "0"], "--timeout needs a time from 1s through 1d"),
        (["open", "http://a.example/"], "unexpected argument"),
        (["portal", "--name"], "did you mean --names?"),
        (["status", "now"], "unexpected argument \"now\""),
        (["fixture"], "missing command; use one of: fixture record"),
        (["fixture", "verfy"], "did you mean fixture verify?"),
        (["fixture", "record"], "--output FILE"),
        (
            ["fixture", "record", "--output", "x", "--mode", "new"],
            "--mode must be never, missing or all, not \"new\""
        ),
        (["fixture", "verify"], "missing FOLDER or FILE"), (["fixture", "serve"], "exactly one FILE is required"),
        (["fixture", "import", "x"], "--output FOLDER"),
    ]

    @Test(arguments: Self.wrong)
    func `Wrong usage prints one line with a hint`(words: [String], hint: String) async {
        let transcript = await run(words)
        expect(transcript.status, .usage)
        #expect(transcript.output.isEmpty)
        expect(transcript.errors.count, 1)
        expect(transcript.errors.first?.contains(hint), true, "\(transcript.errors)")
        expect(transcript.errors.first?.contains("\n"), false)
    }

    @Test func `A file that cannot be read is named in the error`() async throws {
        for words in [
            ["classify", "/no/such/file"], ["emulate", "/no/such/file"], ["check", "--config", "/no/such/file"],
            ["check", "--ca-file", "/no/such"], ["status", "--config", "/no/such"], ["watch", "--config", "/no/such"],
        ] {
            let transcript = await run(words)
            expect(transcript.status, .noInput)
            expect(transcript.errors.first?.contains("cannot read /no/such"), true)
        }
        unsafe setenv("SSL_CERT_FILE", "/no/such/file", 1)
        defer { unsafe unsetenv("SSL_CERT_FILE") }
        let fromEnvironment = await Transcript.of("check")
        expect(fromEnvironment.status, .noInput)
    }

    @Test func `A file of authorities without a certificate is refused before anything is asked`() async throws {
        let file = try temporaryFile("no certificate")
        let transcript = await Transcript.of("check", "--ca-file", file)
        expect(transcript.status, .configuration)
        expect(transcript.errors.first?.contains("\(file) has no certificate in PEM"), true)
    }

    @Test func `The error for an invalid configuration names the file, the component and the key`() async throws {
        let file = try temporaryFile(#"{ "policy": { "use": "policy.share", "shar": 0.5 } }"#)
        let transcript = await Transcript.of("check", "--config", file)
        expect(transcript.status, .configuration)
        expect(
            transcript.errors,
            [
                "connectivityctl: \(file): line 1, column 38: policy.share: "
                    + "at shar: unknown option; did you mean share?"
            ]
        )
    }

    @Test(arguments: [
        (
            #"{ "use": "validator.json", "pointer": "a" }"#,
            "line 1, column 39: validator.json: at pointer: must be empty"
        ),
        (#"{ "use": }"#, "line 1, column 10: component: this is not JSON: a value is missing"),
    ])
    func `A mistake in --expect is reported with line and column, from the command line and a file`(
        text: String,
        fault: String
    ) async throws {
        let url = "http://a.example/"
        let direct = await Transcript.of("check", "--endpoint", url, "--expect", text)
        expect(direct.status, .configuration)
        expect(direct.errors.first?.hasPrefix("connectivityctl: --expect: \(fault)"), true, "\(direct.errors)")
        let file = try temporaryFile(text)
        let read = await Transcript.of("check", "--endpoint", url, "--expect", "@\(file)")
        expect(read.status, .configuration)
        expect(read.errors.first?.hasPrefix("connectivityctl: \(file): \(fault)"), true, "\(read.errors)")
    }

    @Test func `A file of --expect that cannot be read, or is not text, is named in the error`() async throws {
        let words = ["check", "--endpoint", "http://a.example/", "--expect"]
        let missing = await run(words + ["@/no/such/file"])
        expect(missing.status, .noInput)
        expect(missing.errors.first?.contains("cannot read /no/such/file"), true)
        let bare = await run(words + ["@\(try temporaryFile("validator.empty"))"])
        expect(bare.status, .configuration)
        expect(bare.errors.first?.contains("line 1, column 1: component: this is not JSON"), true, "\(bare.errors)")
    }

    private func run(_ words: [String]) async -> Transcript { await Transcript.of(words: words) }
}
