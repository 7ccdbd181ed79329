import ConnectivityEmulation
import ConnectivityKit
import ConnectivityRecords

/// `connectivityctl emulate`: prints what known clients would conclude from recordings or from a live network.
enum EmulateVerb: Verb {
    private static let liveOptions = ["interface", "timeout", "ca-file", "config"]

    static let grammar = Grammar(
        name: "emulate",
        summary: "Tell what each known client's check would conclude, next to ours.",
        operands: "[FILE...]",
        options: [
            .value("url", "URL", "ask this in place of the clients' own http URLs; with FILE, the URL that was asked"),
            .value("https", "fail|genuine", "what https probes meet with FILE or --url (see below)"),
            .value("detector", "NAME", "only this client, see \"detectors\"; may be given more than once"),
        ] + PipelineOptions.grammar.filter { (liveOptions + ["json"]).contains($0.name) },
        notes: """
            The detectors are re-implementations of documented or published rules, not the clients themselves. They are
            listed, with sources, by "connectivityctl detectors".

            Without FILE, every client's own URLs are asked on this network, with its own header fields. With --url, this
            URL is asked in place of those over http.

            A FILE is a recorded raw HTTP response, such as curl -i writes it, or - for standard input. Each table tells
            what the clients would conclude if a gateway gave this answer to every one of their http probes. Where a
            client follows its redirect, the answer is looked for among the FILEs, by their "# url:" lines.

            A gateway cannot answer for an https host, so https probes fail, or meet the genuine answer where https is
            let through: --https says which. By default it is genuine where the response is the genuine one of
            a built-in endpoint, else fail.

            The JSON is an array with an object a FILE, or with one object: "file", "ours" (what classify --json prints,
            or check --json without FILE) and "detectors". Exit status 0 whatever they conclude.
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
        The response is one that its endpoint itself would serve. The table tells what clients would conclude if a
        gateway gave it to all of them.
        """

    private static func recorded(
        _ detectors: [Detector],
        _ url: HTTPURL?,
        _ https: RecordedGateway.HTTPS?,
        _ arguments: Arguments,
        _ console: Console
    ) throws(CommandError) {
        for option in liveOptions where !arguments.all(option).isEmpty {
            throw arguments.usage("--\(option) is for a live network; it does not go with FILE")
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
        if https != nil, url == nil { throw arguments.usage("--https goes with FILE or --url; https probes are sent") }
        if url?.scheme == .https { throw arguments.usage("--url must be http; a gateway cannot answer for https") }
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
            throw arguments.usage("there is no detector \"\(name.printable(limit: 40))\"; known are \(list)")
        }
        return names.isEmpty ? all : all.filter { names.contains($0.name) }
    }

    private static func https(_ arguments: Arguments) throws(CommandError) -> RecordedGateway.HTTPS? {
        guard let text = try arguments.text("https") else { return nil }
        guard let https = RecordedGateway.HTTPS(rawValue: text) else {
            throw arguments.usage("--https is fail or genuine, not \"\(text.printable(limit: 40))\"")
        }
        return https
    }
}
