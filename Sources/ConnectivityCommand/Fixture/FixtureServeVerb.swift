import ConnectivityFixtures
import ConnectivityKit

/// `connectivityctl fixture serve`: a recording as a portal on loopback, for any client.
enum FixtureServeVerb: Verb {
    static let grammar = Grammar(
        name: "fixture serve",
        summary: "Be the portal of a recording on 127.0.0.1, for any client, until interrupted.",
        operands: "FILE",
        options: [
            .value("port", "N", "listen on this port (default: any free one)"),
            .value("signed-in-after", "SECONDS", "sign in by itself so long after the first answer"),
            .value("expires-after", "SECONDS", "be captive again so long after the sign-in"),
            .value("certificate", "PEM", "of a scenario: write the authority to trust to this file"),
        ],
        notes: """
            FILE is a recorded session or a raw response with a "# url:" line. For every host, clients get the captive answer
            that is recorded for their URL, else the first one, until they are signed in: by a POST to anywhere, such as the
            sign-in page's form, or after a time. From then on they get the genuine answers of the recording and of the
            endpoints that known clients ask, and 404 for all else. It speaks plain HTTP only, and only on this machine.

            FILE may also be a scenario (see Fixtures/README.md), which has its own hosts, faults, states and DNS answers, and
            speaks TLS on the same port.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw arguments.usage("name one file")
        }
        if let scenario = try scenario(file) { return try await serve(scenario, file, arguments, console) }
        func seconds(_ name: String) throws(CommandError) -> Duration? {
            try arguments.number(name, in: 0...86_400, of: "a number of seconds").map { .seconds($0) }
        }
        let times = ReplayedPortal.Times(signIn: try seconds("signed-in-after"), expiry: try seconds("expires-after"))
        let port = try arguments.number("port", in: 1...65_535, of: "a port").map { UInt16($0) }
        guard let portal = ReplayedPortal(try responses(file), times: times) else {
            throw CommandError.data("\(file.printable(limit: 200)): nothing in it is a portal's answer")
        }
        let server: FixtureServer
        do throws(FixtureServerError) {
            server = try FixtureServer(port: port ?? 0) { portal.reply(to: $0) }
        } catch {
            throw CommandError.software("cannot listen on port \(error.port): it may be in use (error \(error.code))")
        }
        defer { server.stop() }
        let interruption = try Interruption()
        let own = "127.0.0.1:\(server.port)"
        let example = "http://\(portal.exampleURL.authority)\(portal.exampleURL.requestTarget)".printable(limit: 200)
        console.print("serving \(file.printable(limit: 200)) on \(own)")
        console.print("  curl:            curl -i --connect-to ::\(own) '\(example)'")
        console.print("  a browser:       set its HTTP proxy to \(own)")
        console.print("  anything else:   http_proxy=http://\(own)/")
        console.print(
            "  connectivityctl: check --config FILE, with {\"prober\": {\"use\": \"prober.curl\", \"connectTo\": \"\(own)\"}}"
        )
        console.print(
            "  to sign in:      curl -d '' --connect-to ::\(own) '\((portal.signInURL?.description ?? example).printable(limit: 200))'"
        )
        await interruption.wait()
        return .success
    }

    /// The scenario in a file; `nil` where the file is a recording.
    private static func scenario(_ file: String) throws(CommandError) -> Scenario? {
        guard file.hasSuffix(".json") else { return nil }
        let text = String(decoding: try InputFile.read(file), as: UTF8.self)
        guard text.contains("\"hosts\""), !text.contains("\"connectivity-session\"") else { return nil }
        do throws(ScenarioError) {
            return try Scenario(file: file)
        } catch {
            throw CommandError(error, in: file)
        }
    }

    private static func serve(
        _ scenario: Scenario,
        _ file: String,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> ExitStatus {
        for option in ["signed-in-after", "expires-after"] where try arguments.text(option) != nil {
            throw arguments.usage("--\(option) is for recordings: a scenario has states of its own")
        }
        let port = try arguments.number("port", in: 1...65_535, of: "a port").map { UInt16($0) }
        let running: RunningScenario
        do {
            running = try scenario.run(port: port ?? 0)
        } catch {
            throw CommandError.software("cannot serve \(file.printable(limit: 200)): \(error)")
        }
        defer { running.stop() }
        let interruption = try Interruption()
        console.print("serving \(file.printable(limit: 200)) on \(running.connectTo)")
        console.print(
            "  curl:            curl -i --connect-to ::\(running.connectTo) http://captive.apple.com/hotspot-detect.html"
        )
        console.print("  names:           dig @127.0.0.1 -p \(running.namePort) captive.apple.com")
        if let path = try arguments.text("certificate") {
            guard let certificate = running.certificatePEM else {
                throw CommandError.data("\(file.printable(limit: 200)): no host of it speaks TLS")
            }
            try OutputFile.write(Array(certificate.utf8), to: path)
            console.print(
                "  to trust:        curl --cacert FILE or check --ca-file FILE, with \(path.printable(limit: 200))"
            )
        }
        await interruption.wait()
        return .success
    }

    private static func responses(_ file: String) throws(CommandError) -> [(url: HTTPURL, response: ProbeResponse)] {
        guard file.hasSuffix(".json") else {
            let recording = try Recording(file: file)
            guard let url = recording.url ?? recording.endpoint?.url else {
                throw .data(
                    "\(file.printable(limit: 200)): there is no \"# url:\" line, so nobody knows what was asked"
                )
            }
            return [(url, recording.response)]
        }
        return try SessionRecording(file: file).exchanges.compactMap { _, exchange in
            guard case .success(let response) = exchange.outcome else { return nil }
            return (exchange.request.url, response)
        }
    }
}
