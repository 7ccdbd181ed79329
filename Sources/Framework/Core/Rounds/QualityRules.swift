/// The bounds by which a path is good, slow or poor: data, so that a configuration can state others.
///
/// The defaults come from how lines and people work. A connection takes one round trip. From 300 ms on, a conversation is
/// difficult (ITU-T G.114 asks for at most 150 ms one way); from one second on, TCP sends the first packet of each
/// connection again (RFC 6298 section 2). Before the first byte of an answer over TLS there are four round trips: name,
/// connection, TLS 1.3, request; so these bounds are four times those of a connection. A tenth of lost attempts is about a
/// packet in twenty each way, at which TCP is slow on any line.
public struct QualityRules: Hashable, Sendable {
    /// The numbers of rounds that can be required.
    package static let counts = 1...8

    /// The median time to open a connection from which a path is slow; greater than zero.
    public var slowConnection = Duration.milliseconds(300)
    /// The median time to open a connection from which a path is poor; not less than ``slowConnection``.
    public var poorConnection = Duration.seconds(1)
    /// The median time to the first byte from which a path is slow; greater than zero.
    public var slowFirstByte = Duration.milliseconds(1200)
    /// The median time to the first byte from which a path is poor; not less than ``slowFirstByte``.
    public var poorFirstByte = Duration.seconds(4)
    /// The share of lost attempts from which a path is slow; greater than 0 and at most 1.
    public var slowLoss = 0.1
    /// The share of lost attempts from which a path is poor; not less than ``slowLoss``.
    public var poorLoss = 0.3
    /// The number of owners that a round must have times of; at least 1.
    public var owners = 3
    /// The number of rounds that the figures cover; from 1 through 8.
    public var rounds = 3
    /// The number of rounds in a row that must agree before another level is reported; from 1 through 8.
    public var agreeing = 2

    /// Creates the default rules.
    public init() {}

    /// The number of attempts below which no loss is stated, and the number of losses below which it is an accident.
    private static let (attemptsMin, lostMin) = (10, 2)

    /// Computes the quality of a path after a round and the history that includes this round.
    package func quality(
        of reports: [EndpointReport],
        after history: QualityHistory
    ) -> (quality: PathQuality, history: QualityHistory) {
        var after = history
        let round = QualityRound(of: reports)
        guard round.owners > 0 else {
            // What earlier rounds showed says nothing of a path on which nothing answers now.
            (after.rounds, after.recent, after.standing) = ([], [], nil)
            return (.notMeasured, after)
        }
        if round.owners >= owners { after.baseline.learn(round) }
        let window = Array((history.rounds + [round]).suffix(rounds))
        after.rounds = Array(window.suffix(max(0, rounds - 1)))
        var quality = figures(of: window, after.baseline)
        let (level, reason) = judgement(on: quality, window)
        let needed = max(1, min(agreeing, Self.counts.upperBound))
        let recent = (history.recent + [level]).suffix(needed)
        after.recent = Array(recent)
        let standing = history.standing
        if let standing, level != .unknown, standing != level, recent.count < needed || Set(recent) != [level] {
            let count = recent.reversed().prefix { $0 == level }.count
            quality.level = standing
            quality.reason = Reason(
                "quality-held",
                ["level": .text(level.rawValue), "count": Fact(count), "needed": Fact(needed)],
                parts: [reason]
            )
        } else {
            (quality.level, quality.reason) = (level, reason)
        }
        after.standing = quality.level == .unknown ? nil : quality.level
        return (quality, after)
    }

    private func figures(of window: [QualityRound], _ baseline: QualityRound.Medians) -> PathQuality {
        func figure(_ way: KeyPath<QualityRound.Times, QualityRound.Figure?>, _ least: Duration?) -> PathQuality.Figure?
        {
            let figures = window.compactMap { $0.times[keyPath: way] }
            guard let median = figures.map(\.median).lowerMedian else { return nil }
            return PathQuality.Figure(
                median: median,
                spread: figures.map(\.spread).lowerMedian ?? .zero,
                baseline: least
            )
        }
        var quality = PathQuality.notMeasured
        quality.nameLookup = figure(\.nameLookup, baseline.nameLookup)
        quality.connection = figure(\.connection, baseline.connection)
        quality.tls = figure(\.tls, baseline.tls)
        quality.firstByte = figure(\.firstByte, baseline.firstByte)
        quality.attempts = window.reduce(0) { $0 + $1.attempts }
        quality.lost = window.reduce(0) { $0 + $1.lost }
        quality.owners = window.last?.owners ?? 0
        quality.rounds = window.count
        return quality
    }

    private func judgement(on quality: PathQuality, _ window: [QualityRound]) -> (PathQuality.Level, Reason) {
        guard let newest = window.last, let connection = quality.connection else {
            return (.unknown, Reason("quality-not-measured"))
        }
        let most = window.map(\.owners).max() ?? 0
        guard most >= owners else {
            return (.unknown, Reason("quality-few-owners", ["count": Fact(most), "needed": Fact(owners)]))
        }
        guard newest.silentOwners <= newest.owners else {
            let facts: Facts = ["silent": Fact(newest.silentOwners), "count": Fact(newest.owners)]
            return (.unknown, Reason("quality-mostly-silent", facts))
        }
        var found = [judged("quality-connection", connection, slowConnection, poorConnection)]
        if let firstByte = quality.firstByte {
            found.append(judged("quality-first-byte", firstByte, slowFirstByte, poorFirstByte))
        }
        found.append(judgedLoss(quality, window))
        let worst = found.compactMap(\.self).reduce(nil as (PathQuality.Level, Reason)?) { worst, next in
            worst.map { ($0.0.rank ?? 0) >= (next.0.rank ?? 0) ? $0 : next } ?? next
        }
        if let worst { return worst }
        var facts: Facts = ["milliseconds": connection.median.inMilliseconds, "owners": Fact(newest.owners)]
        facts["firstByte"] = quality.firstByte?.median.inMilliseconds
        return (.good, Reason("quality-good", facts))
    }

    private func judged(
        _ code: String,
        _ figure: PathQuality.Figure,
        _ slow: Duration,
        _ poor: Duration
    ) -> (PathQuality.Level, Reason)? {
        guard figure.median >= slow else { return nil }
        let isPoor = figure.median >= poor
        var facts: Facts = [
            "milliseconds": figure.median.inMilliseconds, "bound": (isPoor ? poor : slow).inMilliseconds,
        ]
        // It is the usual time only if it was clearly better.
        if let least = figure.baseline, least * 2 <= figure.median { facts["usual"] = least.inMilliseconds }
        return (isPoor ? .poor : .slow, Reason(code, facts))
    }

    private func judgedLoss(_ quality: PathQuality, _ window: [QualityRound]) -> (PathQuality.Level, Reason)? {
        let share = quality.attempts == 0 ? 0 : Double(quality.lost) / Double(quality.attempts)
        let isSeveral = Set(window.flatMap(\.lostOwners)).count > 1
        guard quality.attempts >= Self.attemptsMin, quality.lost >= Self.lostMin, isSeveral, share >= slowLoss else {
            return nil
        }
        let isPoor = share >= poorLoss
        let facts: Facts = ["lost": Fact(quality.lost), "total": Fact(quality.attempts)]
        return (isPoor ? .poor : .slow, Reason("quality-loss", facts))
    }
}

extension Duration {
    /// The milliseconds as a fact, with one decimal place if there are fewer than ten.
    fileprivate var inMilliseconds: Fact {
        let tenths = Int(self / .microseconds(100) + 0.5)
        return tenths < 100 && tenths % 10 != 0 ? .number(Double(tenths) / 10) : Fact((tenths + 5) / 10)
    }
}

extension [Duration] {
    /// The median, the lower one of two; `nil` without any.
    var lowerMedian: Duration? { isEmpty ? nil : sorted()[(count - 1) / 2] }
}
