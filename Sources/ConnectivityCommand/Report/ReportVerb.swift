import ConnectivityCore
import ConnectivityEmulation
import ConnectivityKit
import ConnectivityOutages
import ConnectivityRecords
import ConnectivityRegistry
import ConnectivityReport

/// `connectivityctl report`: availability and outages as text or JSON, and a page with the evidence.
enum ReportVerb: Verb {
    static let grammar = Grammar(
        name: "report",
        summary: "Report availability, outages and evidence from a journal, a recorded session or this network.",
        operands: "[SESSION]",
        options: [
            .value("journal", "FILE", "report from the journal that the notifier \"notifier.outages\" keeps"),
            .value(
                "since",
                "TIME",
                "with --journal, how far to look back: 90m, 12h, 7d, 4w or 2026-11-01 (default 7d)"
            ),
            .value("for", "TIME", "watch this network for a time such as 90s, 10m or 2h, instead of checking it once"),
            .value("html", "FILE", "write a page to FILE instead of printing; - is standard output"),
        ] + PipelineOptions.grammar + [PipelineOptions.serviceOption],
        notes: """
            A SESSION is what "fixture record" writes. Without --journal and SESSION, the network is checked with the other
            options, or watched for a time; SIGINT and SIGTERM end the watch early. The notifiers of a configuration do not run.

            Available is the share of the observed time that was online. Time in which nothing was known, the device slept
            or nobody watched is not observed. An outage lasts while anything else than online is seen; its cause is the one
            that lasted longest. All times are UTC. The times of all states add up to the whole time.

            The page needs no script and no other file. Besides the times it has, from a session or the network, the evidence
            of each round, the phases of each probe, what other clients' checks would conclude from the same answers, and
            the requests and bytes.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let page = try arguments.output("html")
        let content = try await content(arguments, console)
        if let page {
            try OutputFile.write(Array(content.page(console).html.utf8), to: page, reportingTo: console)
        }
        if arguments.has("json") {
            try console.printJSON(content.availability)
        } else if page == nil {
            console.print(content.availability.text(console.registry.sentences))
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
                throw arguments.usage("--journal and SESSION cannot be combined")
            }
            let live = ["for", "service"] + PipelineOptions.grammar.map(\.name).filter { $0 != "json" }
            for option in live where !arguments.all(option).isEmpty || arguments.has(option) {
                throw arguments.usage(
                    "--\(option) applies to this network, not to \(journal == nil ? "SESSION" : "--journal")"
                )
            }
        }
        guard journal != nil || arguments.all("since").isEmpty else {
            throw arguments.usage("--since requires --journal")
        }
        if let journal { return try ReportContent(journal: journal, since: since(arguments, at: now), now) }
        if let session { return try ReportContent(session: session, console) }
        guard try arguments.text("html") != nil || duration != nil else {
            throw arguments.usage(
                "name what to report: --journal FILE, a SESSION, --for TIME, or --html FILE for one check"
            )
        }
        return try await ReportContent(
            watching: PipelineOptions.configuration(arguments, console),
            for: duration,
            console
        )
    }

    private static func duration(_ arguments: Arguments) throws(CommandError) -> Duration? {
        try arguments.time("for", in: .seconds(1) ... .seconds(86_400))
    }

    /// Returns the time that the option names, by default a week ago.
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

extension Availability {
    /// The availability per path, and the outages of each, for people.
    fileprivate func text(_ sentences: Sentences) -> String {
        var table = Table(["path", "available", "observed", "outages", "time", "longest"])
        for path in paths {
            let times = path.outages.map(\.duration)
            table.add([
                path.title, path.share?.percent ?? "-", path.observed.forPeople, "\(times.count)",
                times.reduce(.zero, +).forPeople, times.max()?.forPeople ?? "-",
            ])
        }
        let window = (to.sinceEpoch - from.sinceEpoch).forPeople
        var parts = ["\(from.forPeople) through \(to.forPeople) UTC, \(window)\n\n\(table.text)"]
        for path in paths where !path.outages.isEmpty {
            var table = Table(["began (UTC)", "lasted", "state", "cause"])
            for outage in path.outages {
                let why = outage.reason.map { sentences.sentence(for: $0) } ?? "unknown"
                table.add([
                    outage.from.forPeople, outage.duration.forPeople + (outage.hasEnded ? "" : " or more"),
                    outage.state.rawValue, why.printable(limit: 80),
                ])
            }
            parts.append("outages of \(path.title)\n\(table.text)")
        }
        return parts.joined(separator: "\n\n")
    }
}
