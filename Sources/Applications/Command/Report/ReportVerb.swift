import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityReport
import ConnectivityText

/// `connectivityctl report`: availability and outages as text or JSON, and a page with the evidence.
enum ReportVerb: Verb {
    static let grammar = Grammar(
        name: "report",
        summary: "Report availability, outages and evidence from a journal, a recorded session or this network.",
        operands: "[SESSION]",
        options: [
            .value("journal", "FILE", "report from the journal of the notifier \"notifier.outages\""),
            .value(
                "since",
                "TIME",
                "with a journal, how far to look back: 90m, 12h, 7d, 4w or 2026-11-01 (default 7d)"
            ),
            .value("for", "TIME", "watch this network for a time such as 90s, 10m or 2h, instead of checking it once"),
            .value("html", "FILE", "write a page to FILE instead of printing; - is standard output"),
            .flag("csv", "print CSV, with one row per outage"),
            .flag("utc", "print times in UTC instead of the local time"),
        ] + PipelineOptions.grammar,
        notes: """
            A SESSION is what "fixture record" writes. Without a journal and SESSION, the network is checked with the other
            options, or watched for a time; SIGINT and SIGTERM end the watch early. The notifiers of a configuration do not run.

            Available is the share of the observed time that was online. Time in which nothing was known, the device slept
            or nobody watched is not observed. An outage lasts while anything else than online is seen; its cause is the one
            that lasted longest. The period begins where the journal begins. The times of all states add up to the period.

            Times are local with their zone, and UTC in JSON and CSV. In CSV, secrets are replaced as in recordings, and a
            field that a spreadsheet would take for a formula begins with an apostrophe.

            The page needs no script and no other file. Besides the times it has, from a session or the network, the evidence
            of each round, the phases of each probe, what other clients' checks would conclude from the same answers, and
            the requests and bytes.
            """
    )

    static func readsDefaultFiles(_ arguments: Arguments) -> Bool {
        arguments.operands.isEmpty && arguments.all("journal").isEmpty && namesNoConfiguration(arguments)
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let page = try arguments.output("html")
        guard !arguments.has("csv") || !arguments.has("json") && page != "-" else {
            let other = arguments.has("json") ? "--json" : "--html -"
            throw arguments.usage("--csv and \(other) cannot be combined, because both write to standard output")
        }
        let content = try await content(arguments, console)
        let zone = arguments.has("utc") ? CivilZone.utc : .local
        if let page {
            try OutputFile.write(Array(content.page(zone, console).html.utf8), to: page, reportingTo: console)
        }
        if arguments.has("json") {
            try console.printJSON(content.machine)
        } else if arguments.has("csv") {
            // The console adds the last line end.
            console.print(OutageTable(content.machine).text.droppingLastLineEnd)
        } else if page == nil {
            console.print(ReportText(content.machine, zone).text)
        }
        return .success
    }

    private static func content(_ arguments: Arguments, _ console: Console) async throws -> ReportContent {
        let now = Timestamp.now
        let journal = try arguments.text("journal")
        let duration = try duration(arguments)
        guard arguments.operands.count <= 1 else { throw arguments.usage("name at most one SESSION") }
        let session = arguments.operands.first
        if journal != nil || session != nil {
            guard journal == nil || session == nil else {
                throw arguments.usage("a journal and SESSION cannot be combined")
            }
            let live = ["for"] + PipelineOptions.grammar.map(\.name).filter { $0 != "json" }
            for option in live where !arguments.all(option).isEmpty || arguments.has(option) {
                let source = journal == nil ? "SESSION" : "a journal"
                throw arguments.usage("--\(option) applies to this network, not to \(source)")
            }
        }
        guard journal != nil || arguments.all("since").isEmpty else {
            throw arguments.usage("--since requires --journal")
        }
        if let journal { return try ReportContent(journal: journal, since: since(arguments, at: now), now, console) }
        if let session { return try ReportContent(session: session, console) }
        guard try arguments.text("html") != nil || duration != nil else {
            throw arguments.usage(
                "name what to report: --journal FILE, a SESSION, --for TIME, or --html FILE for one check"
            )
        }
        return try await ReportContent(
            watching: PipelineOptions.configuration(arguments, console),
            for: duration,
            arguments.requireInterface,
            console
        )
    }

    private static func duration(_ arguments: Arguments) throws(CommandError) -> Duration? {
        try arguments.time("for", in: .seconds(1) ... .seconds(86_400))
    }

    /// Returns the time in the option, by default a week ago.
    private static func since(_ arguments: Arguments, at now: Timestamp) throws(CommandError) -> Timestamp {
        let text = try arguments.text("since") ?? "7d"
        if let duration = Duration(text: text), duration > .zero {
            return Timestamp(sinceEpoch: now.sinceEpoch - duration)
        }
        guard let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z"), time <= now else {
            let form = "a past time such as 90m, 12h, 7d, 4w, 2026-11-01 or 2026-11-01T08:30:00Z"
            throw arguments.usage("--since needs \(form), not \"\(text.printable(limit: 40))\"")
        }
        return time
    }
}

extension String {
    /// The text without the line feed of its last CRLF.
    fileprivate var droppingLastLineEnd: String { hasSuffix("\r\n") ? String(dropLast()) + "\r" : self }
}
