import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityOutages
import ConnectivityReport
import ConnectivityText
import ConnectivityToolkit

/// `connectivityctl report`: availability and outages from a journal, as text, JSON, CSV or a page.
enum ReportVerb: Verb {
    static let grammar = Grammar(
        name: "report",
        summary: "Report availability and outages from the journal of the notifier \"notifier.outages\".",
        operands: "[JOURNAL]",
        options: [
            .value("since", "TIME", "how far to look back: 90m, 12h, 7d, 4w or 2026-11-01 (default 7d)"),
            .value("html", "FILE", "write a page to FILE instead of printing; - is standard output"),
            .flag("csv", "print CSV, with one row per outage"), .flag("json", "print JSON"),
            .flag("utc", "print times in UTC instead of the local time"),
            .value("config", "FILE", "the configuration that names the journal"), PipelineOptions.noConfigurationOption,
        ],
        notes: """
            Without JOURNAL, the journal is that of the configuration.

            Available is the share of the observed time that was online. Time in which nothing was known, the device slept
            or nobody watched is not observed. An outage lasts while anything else than online is seen; its cause is the one
            that lasted longest. The period begins where the journal begins. The times of all states add up to the period.

            Times are local with their zone, and UTC in JSON and CSV. In CSV, secrets are replaced as in recordings, and a
            field that a spreadsheet would take for a formula begins with an apostrophe. The page needs no script and no
            other file.
            """
    )

    static func readsDefaultFiles(_ arguments: Arguments) -> Bool {
        arguments.operands.isEmpty && namesNoConfiguration(arguments)
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let page = try arguments.output("html")
        guard !arguments.has("csv") || !arguments.has("json") && page != "-" else {
            let other = arguments.has("json") ? "--json" : "--html -"
            throw arguments.usage("--csv and \(other) cannot be combined, because both write to standard output")
        }
        let now = Timestamp.now
        let since = try since(arguments, at: now)
        let machine = try report(journal(arguments, console), since: since, now, console)
        let zone = arguments.has("utc") ? CivilZone.utc : .local
        if let path = page {
            var page = ReportPage(machine, madeAt: now, tool: "connectivityctl \(CommandLineTool.version)")
            page.zone = zone
            try OutputFile.write(Array(page.html.utf8), to: path, reportingTo: console)
        }
        if arguments.has("json") {
            try console.printJSON(machine)
        } else if arguments.has("csv") {
            // The console adds the last line end.
            console.print(OutageTable(machine).text.droppingLastLineEnd)
        } else if page == nil {
            console.print(ReportText(machine, zone, within: console.columns).text)
        }
        return .success
    }

    /// Reads a journal; the period begins with the journal, if that is later than `since`.
    private static func report(
        _ path: String,
        since: Timestamp,
        _ now: Timestamp,
        _ console: Console
    ) throws(CommandError) -> MachineReport {
        let name = path.printable(limit: 200)
        let journal: Journal
        do throws(OutageJournalFault) {
            journal = try Journal(path)
        } catch {
            if let resource = ProbeFailure.Resource(errno: error.number) {
                throw CommandError(lacking: resource, effect: "\(name) cannot be read")
            }
            throw error.kind == .unusable ? .data(error.description) : .noInput(error.description)
        }
        let from = min(max(since, journal.spans.map(\.from).min() ?? since), now)
        return MachineReport(
            name: journal.host,
            source: "Journal \(name)",
            availability: Availability(journal.spans, from: from, to: now),
            quality: journal.quality.filter { from <= $0.from && $0.from <= now },
            sentences: console.registry.sentences
        )
    }

    /// The file of the operand, or of the first journal in the configuration.
    private static func journal(_ arguments: Arguments, _ console: Console) throws(CommandError) -> String {
        guard arguments.operands.count <= 1 else { throw arguments.usage("name at most one JOURNAL") }
        if let path = arguments.operands.first { return path }
        let notifiers = try PipelineOptions.file(arguments, console)?.notifiers ?? []
        guard let journal = notifiers.lazy.compactMap({ ($0 as? OutageNotifier)?.options.file }).first else {
            throw arguments.usage("name a JOURNAL, or a configuration with notifier.outages")
        }
        return journal
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
