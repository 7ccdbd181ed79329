import ConnectivityCore
import ConnectivityEmulation
import ConnectivityKit
import ConnectivityRecords
import ConnectivityRegistry

/// `connectivityctl emulate`: prints what known clients would conclude from recordings or from a live network.
enum EmulateVerb: Verb {
    private static let liveOptions = ["interface", "timeout", "ca-file", "config"]

    static let grammar = Grammar(
        name: "emulate",
        summary: "Show what each known client's check would conclude, compared with ours.",
        operands: "[FILE...]",
        options: [
            .value("url", "URL", "request this instead of the clients' own http URLs; with FILE, the requested URL"),
            .value("https", "fail|genuine", "result of https probes with FILE or --url (see below)"),
            .value("detector", "NAME", "emulate only this client, see \"detectors\"; may be given more than once"),
        ] + PipelineOptions.grammar.filter { (liveOptions + ["json"]).contains($0.name) },
        notes: """
            The detectors are re-implementations of documented or published rules, not the clients themselves.
            "connectivityctl detectors" lists them with their sources.

            Without FILE, every client's own URLs are requested on this network, with the client's header fields. With --url,
            this URL is requested instead of the clients' http URLs.

            A FILE is a recorded raw HTTP response, as curl -i prints it, or - for standard input. Each table shows what the
            clients would conclude if a gateway gave this answer to each of their http probes. If a client follows the
            redirect, the answer is the FILE whose "# url:" line has that URL.

            A gateway cannot answer for an https host. Therefore https probes fail, or get the genuine answer if the gateway
            lets https through; --https selects which. The default is genuine if the response is the genuine one of a built-in
            endpoint, otherwise fail.

            The JSON is an array with one object per FILE, or with one object: "file", "ours" (the output of classify --json,
            or of check --json without FILE) and "detectors". The exit status is 0 for any conclusion.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let detectors = try detectors(arguments, console.registry.detectors)
        let url = try arguments.url("url")
        let https = try https(arguments)
        if arguments.operands.isEmpty {
            try await live(detectors, url, https, arguments, console)
        } else {
            try recorded(detectors, url, https, arguments, console)
        }
        return .success
    }

    /// A note so that nobody takes the table for a finding about the recorded network.
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
    ) throws(CommandError) {
        for option in liveOptions where !arguments.all(option).isEmpty {
            throw arguments.usage("--\(option) cannot be combined with FILE: it applies to a live network")
        }
        var recordings: [Recording] = []
        for path in arguments.operands { recordings.append(try Recording(file: path)) }
        let pages = Dictionary(
            recordings.compactMap { recording in recording.url.map { ($0, recording.response) } },
            uniquingKeysWith: { first, _ in first }
        )
        var reports: [EmulationReport<Verdict>] = []
        for (path, recording) in zip(arguments.operands, recordings) {
            let asked = url ?? recording.url
            let verdict = recording.verdict(at: url)
            // At an unknown URL, any successful response is taken as genuine.
            let isKnown = recording.endpointName != nil || asked.flatMap(Endpoint.builtIn(at:)) != nil
            let gateway = RecordedGateway(
                recording.response,
                https: https ?? (isKnown && verdict.finding == .genuine ? .genuine : .fail),
                pages: pages
            )
            reports.append(EmulationReport(file: path, ours: verdict, detectors: gateway.findings(detectors)))
        }
        if arguments.has("json") { return try console.printJSON(reports) }
        for (index, report) in reports.enumerated() {
            if reports.count > 1, let path = report.file {
                console.print("\(index > 0 ? "\n" : "")\(path.printable(limit: 200))")
            }
            let verdict = report.ours
            console.print(
                report.text(
                    (verdict.finding.rawValue, console.registry.sentences.sentence(for: verdict.reason), verdict.portal)
                )
            )
            if verdict.finding == .genuine { console.print("\n\(genuineNote)") }
        }
    }

    private static func live(
        _ detectors: [Detector],
        _ url: HTTPURL?,
        _ https: RecordedGateway.HTTPS?,
        _ arguments: Arguments,
        _ console: Console
    ) async throws {
        if https != nil, url == nil { throw arguments.usage("--https requires FILE or --url") }
        if url?.scheme == .https { throw arguments.usage("--url must be an http URL; a gateway cannot answer https") }
        var configuration = try PipelineOptions.configuration(arguments, console)
        let known = url.flatMap(Endpoint.builtIn(at:))
        if let url { configuration.endpoints = [known ?? Endpoint(url)] }
        let prober = try configuration.httpProber()
        let assessment = try await CheckVerb.assessment(configuration)
        let isGenuine = known != nil && assessment.access == .online
        let network = LiveNetwork(
            prober: prober,
            interface: configuration.scope.boundInterface,
            limits: configuration.limits,
            substitute: url.map { ($0, https ?? (isGenuine ? .genuine : .fail)) }
        )
        let report = EmulationReport(file: nil, ours: assessment, detectors: await network.findings(detectors))
        if arguments.has("json") { return try console.printJSON([report]) }
        console.print(
            report.text(
                (
                    assessment.access.name, console.registry.sentences.sentence(for: assessment.reason),
                    assessment.access.portal
                )
            )
        )
    }

    private static func detectors(_ arguments: Arguments, _ all: [Detector]) throws(CommandError) -> [Detector] {
        let names = arguments.all("detector")
        let known = all.map(\.name)
        if let name = names.first(where: { !known.contains($0) }) {
            let list = known.joined(separator: ", ")
            throw arguments.usage("unknown detector \"\(name.printable(limit: 40))\"; use one of: \(list)")
        }
        return names.isEmpty ? all : all.filter { names.contains($0.name) }
    }

    private static func https(_ arguments: Arguments) throws(CommandError) -> RecordedGateway.HTTPS? {
        guard let text = try arguments.text("https") else { return nil }
        guard let https = RecordedGateway.HTTPS(rawValue: text) else {
            throw arguments.usage("--https must be fail or genuine, not \"\(text.printable(limit: 40))\"")
        }
        return https
    }
}
