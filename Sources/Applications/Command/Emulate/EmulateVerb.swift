import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityEmulation
import ConnectivityKit
import ConnectivityRecords
import ConnectivityReport

/// `connectivityctl emulate`: prints the conclusions of known clients from recordings or a live network.
enum EmulateVerb: Verb {
    private static let liveOptions = ["scope", "timeout", "probe-timeout", "ca-file", "config", "no-config"]

    static let grammar = Grammar(
        name: "emulate",
        summary: "Show what each known client's check would conclude, compared with ours.",
        operands: "[FILE...]",
        options: [
            .value("url", "URL", "request this instead of the clients' own http URLs; with FILE, the requested URL"),
            .value("https", "fail|genuine", "result of https probes with a response or --url (see below)"),
            .value("api", "FILE", "the response of the captive portal API (RFC 8908) that the network announces"),
            .value("detector", "NAME", "only this client, see \"plugins detector\"; may be given more than once"),
            .value("require", "NAME[=RESULT],...", "exit with 7 unless these clients conclude captive, or RESULT"),
            BuildFormat.option,
        ] + PipelineOptions.grammar.filter { (liveOptions + ["json"]).contains($0.name) },
        notes: """
            The detectors are re-implementations of documented or published rules, not the clients themselves.
            "connectivityctl plugins detector" lists them with their sources.

            Without FILE, every client's own URLs are requested on this network, with the client's header fields. With --url,
            this URL is requested instead of the clients' http URLs.

            A FILE is a recorded session, or a raw HTTP response, as curl -i prints it, or - for standard input.

            For a response, the table shows what the clients would conclude if a gateway gave this answer to each of their
            http probes. If a client follows the redirect, the answer is the FILE whose "# url:" line has that URL. A gateway
            cannot answer for an https host. Therefore https probes fail, or get the genuine answer if the gateway lets https
            through; --https selects which. The default is genuine if the response is the genuine one of a built-in endpoint,
            otherwise fail. Name lookups get the genuine answer. With --api, the network
            also announces a captive portal API, which some clients ask.

            For a session (as "fixture record" writes it), the table shows what the clients would conclude from its last
            round. A probe that is not recorded gets what the network gave to another one over http or https. If neither is
            recorded, a client's result is inconclusive.

            The JSON is an array with one object per FILE, or with one object: "file", "ours" (the output of classify --json
            for a response, otherwise of check --json) and "detectors". With --format junit or github,
            a requirement that is not met is a failure. The exit status is 0 for any conclusion, and 7 if a requirement
            (--require) is not met for any FILE.
            """
    )

    static func readsDefaultFiles(_ arguments: Arguments) -> Bool {
        arguments.operands.isEmpty && namesNoConfiguration(arguments)
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let detectors = try detectors(arguments, console.registry.detectors)
        let requirements = try EmulationRequirement.all(arguments, detectors)
        let format = try arguments.format(BuildFormat.self)
        let url = try arguments.url("url")
        let https = try arguments.choice("https", of: RecordedGateway.HTTPS.self)
        if arguments.operands.isEmpty, try arguments.text("api") != nil {
            throw arguments.usage("--api requires FILE; a live network announces its own")
        }
        let reports =
            if arguments.operands.isEmpty {
                [try await live(detectors, url, https, arguments, console)]
            } else {
                try recorded(detectors, url, https, arguments, console)
            }
        try print(reports, requirements, as: format, console)
        return reports.allSatisfy { $0.faults(requirements).isEmpty } ? .success : .differs
    }

    /// The statement that the table is not a finding about the recorded network.
    private static let genuineNote = """
        The response is the genuine one of its endpoint. The table shows what clients would conclude if a gateway
        gave it to all of them.
        """

    private static func recorded(
        _ detectors: [Detector],
        _ url: HTTPURL?,
        _ https: RecordedGateway.HTTPS?,
        _ arguments: Arguments,
        _ console: Console
    ) throws(CommandError) -> [EmulationReport] {
        for option in liveOptions where !arguments.all(option).isEmpty {
            throw arguments.usage("--\(option) cannot be combined with FILE: it applies to a live network")
        }
        var inputs: [EmulationInput] = []
        for path in arguments.operands { inputs.append(try EmulationInput(file: path)) }
        let responses = inputs.compactMap { if case .response(let recording) = $0 { recording } else { nil } }
        if responses.count < inputs.count {
            for option in ["url", "https", "api"] where !arguments.all(option).isEmpty {
                throw arguments.usage("--\(option) cannot be combined with a session, which holds the answers")
            }
        }
        var pages = Dictionary(
            responses.compactMap { recording in recording.url.map { ($0, recording.response) } },
            uniquingKeysWith: { first, _ in first }
        )
        var link = Detector.Link()
        if let path = try arguments.text("api") {
            let recording = try Recording(file: path)
            let url = recording.url.flatMap { $0.scheme == .https ? $0 : nil } ?? Self.unnamedAPI
            (link.portalAPI, pages[url]) = (url, recording.response)
        }
        var reports: [EmulationReport] = []
        for (path, input) in zip(arguments.operands, inputs) {
            switch input {
            case .response(let recording):
                let asked = url ?? recording.url
                let verdict = recording.verdict(at: url)
                // At an unknown URL, any successful response counts as genuine.
                let isKnown = recording.endpointName != nil || asked.flatMap(Endpoint.builtIn(at:)) != nil
                let gateway = RecordedGateway(
                    recording.response,
                    https: https ?? (isKnown && verdict.finding == .genuine ? .genuine : .fail),
                    pages: pages,
                    link: link
                )
                let findings = gateway.findings(detectors)
                reports.append(EmulationReport(file: path, ours: .verdict(verdict), detectors: findings))
            case .session(let session):
                guard let assessment = try session.lastAssessment(path, console.registry) else {
                    throw .data("\(path.printable(limit: 200)): the session has no assessment")
                }
                let network = RecordedNetwork(assessment, exchanges: session.exchanges.map(\.exchange))
                let findings = network.findings(detectors)
                reports.append(EmulationReport(file: path, ours: .assessment(assessment), detectors: findings))
            }
        }
        return reports
    }

    private static func print(
        _ reports: [EmulationReport],
        _ requirements: [EmulationRequirement],
        as format: BuildFormat,
        _ console: Console
    ) throws(CommandError) {
        let build = BuildReport("connectivityctl emulate", reports.flatMap { $0.cases(requirements) })
        switch format {
        case .json: try console.printJSON(reports)
        case .junit: console.print(build.junit)
        case .github:
            for report in reports { console.print(report.heading) }
            for line in build.githubCommands { console.print(line) }
        case .text:
            for (index, report) in reports.enumerated() {
                if index > 0 { console.print("") }
                console.print(report.heading)
                for fault in report.faults(requirements) { console.print("required: \(fault)") }
                console.print("\n" + report.text(console.registry.sentences, within: console.columns))
                if report.file != nil, case .verdict(let verdict) = report.ours, verdict.finding == .genuine {
                    console.print("\n\(genuineNote)")
                }
            }
        }
    }

    /// The URL of an API without a usable one in its recording.
    private static let unnamedAPI: HTTPURL = "https://captive-portal-api.invalid/"

    private static func live(
        _ detectors: [Detector],
        _ url: HTTPURL?,
        _ https: RecordedGateway.HTTPS?,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> EmulationReport {
        if https != nil, url == nil { throw arguments.usage("--https requires FILE or --url") }
        if url?.scheme == .https { throw arguments.usage("--url must be an http URL; a gateway cannot answer https") }
        var configuration = try PipelineOptions.configuration(arguments, console)
        let known = url.flatMap(Endpoint.builtIn(at:))
        if let url { configuration.endpoints = [known ?? Endpoint(url)] }
        let prober = try configuration.wholeProber()
        let assessment = try await SingleAssessment.make(configuration, arguments.requireInterface, console.progress)
        let isGenuine = known != nil && assessment.access == .online
        let network = LiveNetwork(
            prober: console.progress.following(prober),
            interface: configuration.scope.boundInterface,
            limits: configuration.limits,
            substitute: url.map { ($0, https ?? (isGenuine ? .genuine : .fail)) },
            link: Detector.Link(assessment.interface)
        )
        let findings = try await CommandDeadline.bounding { await network.findings(detectors) }
        // A question that was cut off would look like an offline client.
        try CommandDeadline.requireTime()
        return EmulationReport(file: nil, ours: .assessment(assessment), detectors: findings)
    }

    private static func detectors(_ arguments: Arguments, _ all: [Detector]) throws(CommandError) -> [Detector] {
        let names = arguments.all("detector")
        let known = all.map(\.name)
        if let name = names.first(where: { !known.contains($0) }) {
            throw arguments.usage("unknown detector \"\(name.printable(limit: 40))\"; \(known.alternatives(to: name))")
        }
        return names.isEmpty ? all : all.filter { names.contains($0.name) }
    }
}

extension EmulationRequirement {
    /// Returns the requirements of all options, with names separated by commas.
    static func all(_ arguments: Arguments, _ detectors: [Detector]) throws(CommandError) -> [EmulationRequirement] {
        var all: [EmulationRequirement] = []
        for text in arguments.all("require").flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard detectors.contains(where: { $0.name == parts[0] }) else {
                let known = detectors.map(\.name).alternatives(to: parts[0])
                let name = parts[0].printable(limit: 40)
                throw arguments.usage("--require names no emulated client: \"\(name)\"; \(known)")
            }
            let result = parts.count > 1 ? parts[1] : DetectorConclusion.Access.captive.rawValue
            guard let access = DetectorConclusion.Access(rawValue: result) else {
                let names = DetectorConclusion.Access.allCases.map(\.rawValue)
                throw arguments.usage(
                    "--require \(parts[0])= must be \(names.choice), not "
                        + "\"\(result.printable(limit: 40))\"\(names.suggestion(for: result))"
                )
            }
            all.append(EmulationRequirement(parts[0], mustConclude: access))
        }
        return all
    }
}

private enum EmulationInput {
    case response(Recording)
    case session(SessionRecording)

    /// Reads a file; a session is a JSON object, which an HTTP response never begins with.
    init(file path: String) throws(CommandError) {
        let bytes = try InputFile.read(path, byteCountMax: SessionRecording.byteCountMax)
        if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") {
            self = .session(try SessionRecording(bytes: bytes, path))
        } else {
            self = .response(try Recording(bytes: bytes, path))
        }
    }
}
