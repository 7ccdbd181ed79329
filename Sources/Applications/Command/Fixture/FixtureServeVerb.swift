import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivityTestServer

/// `connectivityctl fixture serve`: serves a recording as a portal on loopback, for any client.
enum FixtureServeVerb: Verb {
    static let grammar = Grammar(
        name: "fixture serve",
        summary: "Serve the portal of a recording on 127.0.0.1, to any client, until interrupted.",
        operands: "FILE",
        options: [
            .value("port", "N", "listen on this port (default: a free one)"),
            .value("signed-in-after", "TIME", "sign in automatically this long after the first answer"),
            .value("expires-after", "TIME", "become captive again this long after the sign-in"),
            .value("seed", "N", "make the tokens of a scenario from this number (default: others each time)"),
            .value("certificate", "PEM", "write the certificate of the test authority to this file"),
            .value("ready-fd", "N", "write the line of --json to this descriptor, and close it, when all ports listen"),
            .flag("until-eof", "end when standard input ends, as it does when the caller that holds its pipe ends"),
            .flag("json", "print one line of JSON: port, namePort, control and certificate"),
        ],
        notes: """
            FILE is a recorded session or a raw response with a "# url:" line. Until a client is signed in, it gets the captive
            answer that is recorded for its URL, otherwise the first captive answer, for every host. A POST to any URL, such as
            the form of the sign-in page, signs the client in; so does --signed-in-after. A client that is signed in gets the
            genuine answers of the recording and of the endpoints that known clients use, and 404 for all other URLs. Requests
            that failed in the recording fail in the same way until the sign-in, for example with a reset or no answer. If the
            recording has https, the port also supports TLS, with certificates made at start, invalid ones if the recorded ones
            were invalid; other hosts have no certificate before the sign-in. The server listens only on 127.0.0.1.

            FILE may also be a scenario (see Fixtures/README.md), which has its own hosts, faults, states and DNS answers, and
            supports TLS on the same port.

            The control address speaks HTTP and JSON: GET /journal lists what was asked, its newest 10,000 entries, DELETE
            /journal empties it, GET /state prints the state, and PUT /state with the name of a state in the body enters it.
            The guide "Serving a scenario" has tests in Python and in a shell that use it.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw arguments.usage("exactly one FILE is required")
        }
        let ready = try ReadyDescriptor(arguments, "ready-fd")
        if arguments.has("until-eof") {
            guard file != "-" else { throw arguments.usage("--until-eof and - cannot be combined; save FILE first") }
            try CallersEnd.check(arguments, "until-eof")
        }
        let port = try arguments.whole("port", in: 1...65_535, of: "a port").map { UInt16($0) } ?? 0
        let served = try serve(file, at: port, arguments)
        defer { served.stop() }
        try await present(served, file, ready, arguments, console)
        return .success
    }

    private struct Served {
        var port: UInt16
        var namePort: UInt16?
        var control: ControlServer.Network
        /// The certificate of the authority as PEM text; `nil` without TLS.
        var certificate: String?
        var hints: [String]
        var stop: @Sendable () -> Void
    }

    /// Serves a file; JSON that does not identify itself as a session is a scenario.
    private static func serve(_ file: String, at port: UInt16, _ arguments: Arguments) throws -> Served {
        guard file.hasSuffix(".json") else {
            let recording = try Recording(file: file)
            guard let url = recording.url ?? recording.endpoint?.url else {
                throw CommandError.data(
                    "\(file.printable(limit: 200)): the line \"# url: URL\" is missing, so the requested URL is unknown"
                )
            }
            let exchange = ProbeExchange(request: ProbeRequest(url), outcome: .success(recording.response))
            return try serve([exchange], of: file, at: port, arguments)
        }
        let bytes = try InputFile.read(file, byteCountMax: SessionRecording.byteCountMax)
        let session: SessionRecording?
        do throws(SessionRecordingError) {
            session = try SessionRecording(parsing: bytes)
        } catch {
            guard error.fault == .notASession else { throw CommandError(error, in: file) }
            session = nil
        }
        if let session { return try serve(session.exchanges.map(\.exchange), of: file, at: port, arguments) }
        let scenario: Scenario
        do throws(ScenarioError) {
            scenario = try Scenario(file: file)
        } catch {
            throw CommandError(error, in: file)
        }
        return try serve(scenario, at: port, arguments)
    }

    private static func serve(
        _ exchanges: [ProbeExchange],
        of file: String,
        at port: UInt16,
        _ arguments: Arguments
    ) throws -> Served {
        if try arguments.text("seed") != nil {
            throw arguments.usage("--seed cannot be used with a recording, which has no templates")
        }
        func seconds(_ name: String) throws(CommandError) -> Duration? {
            try arguments.time(name, in: .zero ... .seconds(86_400))
        }
        let times = ReplayedPortal.Times(signIn: try seconds("signed-in-after"), expiry: try seconds("expires-after"))
        guard let portal = ReplayedPortal(exchanges, times: times) else {
            throw CommandError.data(
                "\(file.printable(limit: 200)): it contains no captive or failed answer, so there is no portal to serve"
            )
        }
        let authority = portal.isSecure ? try TestAuthority() : nil
        let journal = Journal()
        let security = authority.map { authority in
            TestServer.Security(authority: authority) { name in
                let (state, handshake) = (portal.stateName, portal.handshake(for: name))
                journal.add(Journal.Entry(handshake, for: name, state: state, at: journal.now))
                return handshake
            }
        }
        let server = try TestServer(port: port, security: security) { request in
            let answer = Scenario.Answer(state: portal.stateName, reply: portal.reply(to: request))
            journal.add(Journal.Entry(request, answer, at: journal.now))
            return answer.reply
        }
        let control = ControlServer.Network(
            states: ReplayedPortal.states,
            journal: journal,
            state: {
                .object([
                    ("state", .string(portal.stateName)), ("states", .array(ReplayedPortal.states.map(JSON.string))),
                ])
            },
            enter: { portal.change(to: $0) }
        )
        let own = "127.0.0.1:\(server.port)"
        let example = portal.exampleURL.description.printable(limit: 200)
        let signIn = (portal.signInURL?.description ?? example).printable(limit: 200)
        let hints = [
            "curl:            curl -i --connect-to ::\(own) '\(example)'",
            "a browser:       set its HTTP proxy to \(own)",
            "other programs:  http_proxy=http://\(own)/",
            "connectivityctl: check --config FILE, with {\"prober\": {\"use\": \"prober.curl\", \"connectTo\": \"\(own)\"}}",
            "to sign in:      curl -d '' --connect-to ::\(own) '\(signIn)'",
        ]
        return Served(port: server.port, control: control, certificate: authority?.certificatePEM, hints: hints) {
            server.stop()
        }
    }

    private static func serve(_ scenario: Scenario, at port: UInt16, _ arguments: Arguments) throws -> Served {
        for option in ["signed-in-after", "expires-after"] where try arguments.text(option) != nil {
            throw arguments.usage("--\(option) cannot be used with a scenario, which has its own states")
        }
        let seed = try arguments.whole("seed", in: 0...Int.max, of: "a number")
        let running = try scenario.run(port: port, tokens: seed.map { .init(seed: UInt64($0)) } ?? .init())
        let own = running.connectTo
        let hints = [
            "curl:            curl -i --connect-to ::\(own) http://captive.apple.com/hotspot-detect.html",
            "names:           dig @127.0.0.1 -p \(running.namePort) captive.apple.com",
        ]
        return Served(
            port: running.port,
            namePort: running.namePort,
            control: running.control,
            certificate: running.certificatePEM,
            hints: hints
        ) { running.stop() }
    }

    /// Prints the address of a network, and waits for an interruption or the end of the caller.
    private static func present(
        _ served: Served,
        _ file: String,
        _ ready: ReadyDescriptor?,
        _ arguments: Arguments,
        _ console: Console
    ) async throws {
        let interruption = try Interruption()
        let name = file.printable(limit: 200)
        let control = try ControlServer(served.control)
        defer { control.stop() }
        var hints = served.hints + ["control:         curl \(control.url)/journal, or /state"]
        let output = try arguments.output("certificate")
        let console = console.besides(output)
        if let path = output {
            guard let certificate = served.certificate else {
                throw CommandError.data("\(name): it has no https, so no certificate is needed")
            }
            try OutputFile.write(Array(certificate.utf8), to: path)
            let written = path.printable(limit: 200)
            hints.append("to trust:        curl --cacert \(written), or check --ca-file \(written)")
        }
        let line = JSON.object([
            ("certificate", output.flatMap { $0 == "-" ? nil : .string(OutputFile.absolute($0)) }),
            ("control", .string(control.url)),
            ("namePort", served.namePort.map { .integer($0) }), ("port", .integer(served.port)),
        ]).text
        if arguments.has("until-eof") { try CallersEnd.watch() }
        if arguments.has("json") {
            console.print(line)
        } else {
            console.print("serving \(name) on 127.0.0.1:\(served.port)")
            for hint in hints { console.print("  \(hint)") }
        }
        try ready?.write(line)
        await interruption.wait()
    }
}
