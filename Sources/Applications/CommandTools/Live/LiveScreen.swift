import ConnectivityCore
import ConnectivityKit
import ConnectivityReport
import ConnectivityText

/// The screen of `watch --live`: a pure function of a model, a moment and a terminal.
struct LiveScreen {
    /// The capabilities of the terminal, and the preferences of its user.
    struct Style: Sendable {
        var isColoured = true
        /// Whether the terminal shows block elements of Unicode.
        var isUnicode = true
        var zone = CivilZone.utc
        var hasKeys = true
    }

    /// A row of the screen; each part can have an access as its colour.
    struct Row {
        var parts: [(text: String, colour: Colour)]

        enum Colour: Hashable {
            case plain, strong, faint
            case access(String)
        }

        init(_ parts: (text: String, colour: Colour)...) { self.parts = parts }
        init(_ text: String, _ colour: Colour = .plain) { parts = [(text, colour)] }
    }

    private let model: LiveModel
    private let now: Timestamp
    private let moment: ContinuousClock.Instant
    private let size: TerminalSize
    private let style: Style

    init(
        _ model: LiveModel,
        at now: Timestamp,
        _ moment: ContinuousClock.Instant,
        on size: TerminalSize,
        _ style: Style
    ) {
        (self.model, self.now, self.moment, self.size, self.style) = (model, now, moment, size, style)
    }

    /// The lines, limited to the height and width of the terminal.
    var lines: [String] { rows.map { $0.line(toCells: size.columns, style) } }

    /// The rows: the head at the top, the foot at the bottom, and between them the sections that fit.
    private var rows: [Row] {
        guard size.rows > 1 else { return Array(head.prefix(size.rows)) }
        let top = Array(head.prefix(size.rows - 1))
        let bottom = Array(foot.suffix(max(1, size.rows - top.count)))
        let sections = sections(inRows: size.rows - top.count - bottom.count)
        let empty = size.rows - top.count - bottom.count - sections.count
        return top + sections + Array(repeating: Row(""), count: max(0, empty)) + bottom
    }

    private var isNarrow: Bool { size.columns < 60 }

    // MARK: Head and foot

    private var head: [Row] {
        guard let assessment = model.assessment else {
            return [headline(("determining", .access("determining"))), Row("no check has finished yet")]
        }
        let place = assessment.interface.map { "  on \($0.name) (\($0.kind.rawValue))" } ?? ""
        let asYet = assessment.isFinal ? "" : " (preliminary)"
        let name = assessment.access.name
        return [headline((name, .access(name)), (asYet, .plain), (place, .plain))] + reason(assessment)
            + [Row(times(assessment), .faint)]
    }

    /// Returns the first row, with the time at its right end.
    private func headline(_ parts: (text: String, colour: Row.Colour)...) -> Row {
        var row = Row()
        row.parts = parts
        let clock = clock(now)
        let gap = size.columns - row.cellCount - clock.cellCount
        if gap >= 2 { row.parts += [(String(repeating: " ", count: gap), .plain), (clock, .faint)] }
        return row
    }

    /// The reason, on up to three rows if the terminal is high enough.
    private func reason(_ assessment: Assessment) -> [Row] {
        // The advice comes first, because a small screen shows only the beginning.
        let advice = assessment.access.portal.map { "\($0.advice); " } ?? ""
        let text = (advice + assessment.conclusion(model.sentences)).printable(limit: 600)
        let count = size.rows < 10 ? 1 : size.rows < 16 ? 2 : 3
        return text.wrapped(toCells: size.columns, rows: count).map { Row($0) }
    }

    private func times(_ assessment: Assessment) -> String {
        let confirmed = assessment.confirmedAt ?? assessment.endedAt
        let age = "confirmed \((now - confirmed).inSeconds) ago"
        let since = "since \(clock(assessment.since)) (\((now - assessment.since).inSeconds))"
        return isNarrow ? since : "\(since), \(age)"
    }

    private var foot: [Row] {
        let next =
            switch model.course.phase {
            case .readingInterfaces: "reading the interfaces"
            case .settling: "waiting for the network to settle"
            case .idle: "waiting for a network"
            case .asking(let waiting, of: let asked): "round in progress: \(asked - waiting) of \(asked) answered"
            case .resting(until: let end): "next round in \((end - moment).inSeconds)"
            }
        let end = style.hasKeys ? "q ends" : "Ctrl-C ends"
        let gap = size.columns - next.cellCount - end.cellCount
        let last = gap < 2 ? Row(next) : Row((next + String(repeating: " ", count: gap), .plain), (end, .faint))
        return (model.message.map { [Row($0, .strong)] } ?? []) + [last]
    }

    // MARK: Sections

    private func sections(inRows count: Int) -> [Row] {
        var rest = count
        func allocate(_ title: Row, _ rows: [Row], keepingLast: Bool = false) -> [Row] {
            // An empty row above each section, the title, and at least one row of content.
            guard rest >= 3, !rows.isEmpty else { return [] }
            let room = min(rows.count, rest - 2)
            rest -= room + 2
            return [Row(""), title] + (keepingLast ? rows.suffix(room) : rows.prefix(room))
        }
        // Allocated in the order of importance; shown in the order of reading.
        let paths = allocate(pathTitle, pathRows)
        let line = allocate(sparkTitle, sparkline)
        let observed = allocate(observationTitle, observationRows)
        let rounds = allocate(roundTitle, roundRows)
        return paths + observed + line + rounds
    }

    private var nameWidth: Int { isNarrow ? max(6, size.columns - 26) : min(30, size.columns - 40) }

    private var pathTitle: Row { Row(columns("PATH", "FAMILY", "ACCESS", "ANSWER"), .faint) }

    private var pathRows: [Row] {
        model.paths.map { path in
            let time = LiveModel.medianTime(of: path.endpoints)
            let name = path.access.name
            return Row(
                (path.path.interface.filled(toCells: nameWidth) + " ", .plain),
                ((path.path.isProxied ? "proxy" : path.path.family?.title ?? "both").filled(toCells: 6) + " ", .plain),
                (name.filled(toCells: 12), .access(name)),
                (time.map(\.inWholeMilliseconds) ?? "-", .plain)
            )
        }
    }

    private var observationTitle: Row { Row("\("OBSERVED".filled(toCells: nameWidth)) STATE     SINCE", .faint) }

    private var observationRows: [Row] {
        model.observations.map { observation in
            Row(
                (observation.track.filled(toCells: nameWidth) + " ", .plain),
                (
                    observation.state.filled(toCells: 10),
                    .access(observation.severity == .warning ? "blocked" : "online")
                ),
                (clock(observation.since ?? observation.at), .plain)
            )
        }
    }

    private var roundTitle: Row {
        Row("\("ROUND".filled(toCells: 9))\("ACCESS".filled(toCells: 13))\("TOOK".filled(toCells: 9))ANSWER", .faint)
    }

    private var roundRows: [Row] {
        model.rounds.reversed().map { round in
            Row(
                (clock(round.endedAt).filled(toCells: 9), .plain),
                (round.access.filled(toCells: 13), .access(round.access)),
                (round.duration.inWholeMilliseconds.filled(toCells: 9), .plain),
                (round.timeToAnswer.map(\.inWholeMilliseconds) ?? "-", .plain)
            )
        }
    }

    private func columns(_ name: String, _ family: String, _ access: String, _ time: String) -> String {
        "\(name.filled(toCells: nameWidth)) \(family.filled(toCells: 6)) \(access.filled(toCells: 12))\(time)"
    }

    // MARK: Sparkline

    private var sparkTitle: Row {
        let times = shownRounds.compactMap(\.timeToAnswer).sorted()
        guard let least = times.first, let most = times.last else { return Row("TIME TO ANSWER", .faint) }
        let median = times[times.count / 2]
        let range =
            isNarrow
            ? "\(least.inWholeMilliseconds) - \(most.inWholeMilliseconds)"
            : "\(least.inWholeMilliseconds) to \(most.inWholeMilliseconds), median \(median.inWholeMilliseconds)"
        return Row(("TIME TO ANSWER", .faint), ("  \(range)", .plain))
    }

    private var shownRounds: ArraySlice<LiveModel.Round> { model.rounds.suffix(size.columns) }

    /// One cell per round, the newest at the right; a round without an answer is a cross.
    private var sparkline: [Row] {
        guard !shownRounds.isEmpty else { return [] }
        let steps = style.isUnicode ? Array("▁▂▃▄▅▆▇█") : Array("_.-=+*#%")
        let most = shownRounds.compactMap(\.timeToAnswer).max() ?? .zero
        let cells = shownRounds.map { round -> Character in
            guard let time = round.timeToAnswer else { return style.isUnicode ? "×" : "x" }
            guard most > .zero else { return steps[0] }
            return steps[max(0, Int((time / most * Double(steps.count)).rounded(.up)) - 1)]
        }
        return [Row(String(cells))]
    }

    /// The time of day in the zone of the user.
    private func clock(_ time: Timestamp) -> String { String(style.zone.time(time).suffix(8)) }
}

extension LiveModel {
    /// The median time of the answers among reports; `nil` if nothing answered.
    static func medianTime(of reports: [EndpointReport]) -> Duration? {
        let times = reports.compactMap { report in
            if case .success = report.exchange.outcome { report.exchange.timings.total } else { nil }
        }
        return times.isEmpty ? nil : times.sorted()[times.count / 2]
    }
}

extension LiveScreen.Row {
    fileprivate var cellCount: Int { parts.reduce(0) { $0 + $1.text.cellCount } }

    /// Returns the row for a terminal of a width; control characters are replaced.
    fileprivate func line(toCells count: Int, _ style: LiveScreen.Style) -> String {
        var rest = count
        var line = ""
        for (text, colour) in parts where rest > 0 {
            var clean = text.printable(limit: 1000)
            if !style.isUnicode { clean = String(clean.map { $0.isASCII ? $0 : "?" }) }
            clean = clean.clipped(toCells: rest)
            rest -= clean.cellCount
            let code = style.isColoured ? colour.code : nil
            line += code.map { "\u{1B}[\($0)m\(clean)\u{1B}[0m" } ?? clean
        }
        return line
    }
}

extension LiveScreen.Row.Colour {
    /// The codes of ECMA-48; `nil` for plain text.
    fileprivate var code: String? {
        switch self {
        case .plain: nil
        case .strong: "1"
        case .faint: "2"
        case .access(let name): "1;\(Console.colourCode(ofAccess: name))"
        }
    }
}

extension Timestamp {
    fileprivate static func - (left: Timestamp, right: Timestamp) -> Duration { left.sinceEpoch - right.sinceEpoch }
}

extension Duration {
    fileprivate var inSeconds: String { Duration.seconds(components.seconds).forPeople }
}

extension String {
    /// Returns the text broken at spaces into rows of a width; the last row is clipped if there are more.
    func wrapped(toCells width: Int, rows count: Int) -> [String] {
        var rows: [String] = []
        var rest = self[...]
        while !rest.isEmpty, rows.count < count - 1, rest.cellCount > width {
            var (end, cells, lastSpace) = (rest.startIndex, 0, rest.startIndex)
            while end < rest.endIndex, cells + rest[end...end].cellCount <= width {
                cells += rest[end...end].cellCount
                if rest[end] == " " { lastSpace = end }
                end = rest.index(after: end)
            }
            if end < rest.endIndex, rest[end] == " " { lastSpace = end }
            let cut = lastSpace > rest.startIndex ? lastSpace : end
            guard cut > rest.startIndex else { break }
            rows.append(String(rest[..<cut]))
            rest = rest[cut...].drop { $0 == " " }
        }
        if !rest.isEmpty { rows.append(rest.clipped(toCells: width)) }
        return rows
    }
}
