import ConnectivityCore
import ConnectivityRedaction

/// The state of one path from a moment on, as a row of the journal.
struct LedgerEntry: Hashable, Sendable {
    /// The names of states besides those of an access (`InternetAccess.name`).
    static let (asleep, absent) = ("asleep", "absent")

    /// The names of the states of observations; another state is stored by its severity.
    static let observedStates: Set = ["working", "failing", "cut-off", "undecided"]

    /// The start of the state, in milliseconds of the boot clock.
    var at: Int64
    /// The readable name of the path, or a kind and a subject, such as `service git`; empty for the device as a whole.
    var path: String
    /// The name of the access, `asleep` while the device slept, or `absent` after the path has disappeared.
    var state: String
    /// The reason for the access, without secrets, because the journal is kept; `nil` for the other states.
    var reason: Reason?
    var interface: String?
}

/// The known state of each path, which decides the entries that a new assessment adds to the journal.
///
/// It is a value without side effects: the same assessments at the same times give the same entries.
struct Ledger {
    /// The maximum number of paths; further paths are left out.
    static let pathCountMax = 64
    /// The minimum duration of a sleep; a shorter one is a difference between two readings of the clocks.
    private static let sleepMin: Int64 = 1000

    /// The newest entry of each path that is not absent, in the order in which the paths appeared.
    private(set) var current: [LedgerEntry] = []
    /// Removes secrets from names, such that two names that differ only in a secret stay different.
    private var redactor = TextRedactor(.standard)
    /// The subjects of observations among the entries.
    private var observed: Set<String> = []
    /// The figures of the current hour, its first moment and that of its last entry by the boot clock.
    private var hour: (begin: Int64, writtenAt: Int64, figures: QualityPeriod?)?
    /// The time of the newest event; `nil` before the first.
    private(set) var seen: JournalTime?

    /// Records an assessment that was decided, or confirmed, at a time.
    ///
    /// - Returns: The new entries, in order of time; none if nothing has changed.
    mutating func record(_ assessment: Assessment, at time: JournalTime) -> [LedgerEntry] {
        var time = time
        var entries = advance(to: &time)
        var paths: Set<String> = [""]
        if assessment.isFinal {
            entries += state(
                of: "",
                assessment.access.name,
                assessment.reason,
                assessment.interface?.name,
                at: time.boot
            )
        } else if current.first(where: { $0.path.isEmpty })?.state == LedgerEntry.asleep {
            entries += state(
                of: "",
                InternetAccess.determining.name,
                .notYetJudged,
                assessment.interface?.name,
                at: time.boot
            )
        }
        for path in assessment.separatePaths.prefix(Self.pathCountMax) {
            let name = path.path.description
            guard paths.insert(name).inserted else { continue }
            // A preliminary answer adds no entry, but shows that a sleeping path is awake again.
            let isAsleep = current.contains { $0.path == name && $0.state == LedgerEntry.asleep }
            if path.isFinal {
                entries += state(of: name, path.access.name, path.reason, path.path.interface, at: time.boot)
            } else if isAsleep {
                entries += state(
                    of: name,
                    InternetAccess.determining.name,
                    .notYetJudged,
                    path.path.interface,
                    at: time.boot
                )
            }
        }
        let gone = current.map(\.path).filter { !paths.contains($0) && !observed.contains($0) }
        entries += gone.map { LedgerEntry(at: time.boot, path: $0, state: LedgerEntry.absent) }
        current.removeAll { gone.contains($0.path) }
        return entries + measure(assessment.quality, at: time)
    }

    /// Adds the quality of a round to its hour; returns the figures of an hour that has ended, and every ten minutes.
    private mutating func measure(_ quality: PathQuality?, at time: JournalTime) -> [LedgerEntry] {
        let isOver = hour.map { time.boot / 3_600_000 > $0.begin / 3_600_000 } ?? true
        let ended = isOver ? qualityEntry : nil
        if isOver { hour = (time.boot, time.boot, nil) }
        let round = quality.flatMap { QualityPeriod(from: Timestamp(milliseconds: time.wall), $0) }
        if let round, hour?.figures?.add(round) == nil { hour?.figures = round }
        let isDue = hour.map { time.boot - $0.writtenAt >= 600_000 } ?? false
        if isDue { hour?.writtenAt = time.boot }
        return [ended, isDue ? qualityEntry : nil].compactMap(\.self)
    }

    /// The figures of the current hour; a later entry of the same hour replaces it.
    private var qualityEntry: LedgerEntry? {
        guard let hour, let figures = hour.figures else { return nil }
        return LedgerEntry(at: hour.begin, path: QualityPeriod.track, state: "measured", reason: figures.reason)
    }

    /// Records an observation at a time.
    ///
    /// - Returns: The new entries, in order of time; none if nothing has changed.
    mutating func record(_ observation: CompanionObservation, at time: JournalTime) -> [LedgerEntry] {
        var time = time
        let entries = advance(to: &time)
        var named = observation
        named.subject = redactor.redacted(observation.subject)
        let name = named.track
        guard current.contains(where: { $0.path == name }) || current.count < Self.pathCountMax * 2 else {
            return entries
        }
        observed.insert(name)
        let isCause = observation.kind == CompanionObservation.causeKind
        let isBad = isCause ? observation.severity > .info : observation.severity == .warning
        let isKnown = LedgerEntry.observedStates.contains(observation.state)
        let word = isKnown ? observation.state : isBad ? "failing" : isCause ? LedgerEntry.absent : "working"
        return entries + state(of: name, word, observation.reason, nil, at: time.boot)
    }

    /// Records a time, which never goes back, and a sleep of the device before it.
    private mutating func advance(to time: inout JournalTime) -> [LedgerEntry] {
        defer { seen = time }
        guard let seen else { return [] }
        (time.boot, time.awake) = (max(time.boot, seen.boot), max(time.awake, seen.awake))
        let slept = (time.boot - seen.boot) - (time.awake - seen.awake)
        // Waking up starts a round, so the sleep has ended just before.
        return slept >= Self.sleepMin ? sleep(from: max(seen.boot, time.boot - slept)) : []
    }

    /// Records a moment until which the last states have lasted; returns the figures of the last hour.
    mutating func end(at time: JournalTime) -> LedgerEntry? {
        if let seen, time.boot > seen.boot { self.seen = time }
        return qualityEntry
    }

    private mutating func sleep(from start: Int64) -> [LedgerEntry] {
        for index in current.indices {
            current[index].at = start
            current[index].state = LedgerEntry.asleep
            current[index].reason = nil
        }
        return current
    }

    private mutating func state(
        of path: String,
        _ name: String,
        _ reason: Reason,
        _ interface: String?,
        at time: Int64
    ) -> [LedgerEntry] {
        let entry = LedgerEntry(
            at: time,
            path: path,
            state: name,
            reason: reason.redacted,
            interface: interface?.printable(limit: 40)
        )
        guard let index = current.firstIndex(where: { $0.path == path }) else {
            current.append(entry)
            return [entry]
        }
        let known = current[index]
        guard known.state == entry.state, known.reason?.code == reason.code, known.interface == entry.interface else {
            current[index] = entry
            return [entry]
        }
        guard known.reason?.kinds != reason.kinds else { return [] }
        // The same state, but other facts behind it: the entry is replaced.
        current[index].reason = entry.reason
        return [current[index]]
    }
}
