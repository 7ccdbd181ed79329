public import ConnectivityCore

/// Reports the quality of each path, when it is known for the first time, and when it changes.
///
/// An observation has the kind `quality`, the path as its subject and the level as its state; it decodes as a
/// ``ConnectivityCore/PathQuality`` (``ConnectivityCore/CompanionObservation/decoded(as:)``). Its times are those of the last
/// round, the median of several owners; its losses are those of the last five rounds, because a round has few attempts. A worse
/// level is reported at once, a better one when two rounds in a row agree on it, and an unknown one when no evidence is left; up
/// to ten rounds in a row that ask too few owners change nothing. If the line was at least twice as fast before, the reason has that time as its fact `usual`. A single
/// assessment reports nothing, because the assessment has the quality.
public struct QualityChanges: Companion {
    /// The number of rounds whose losses count together: 2.5 minutes, the time for which a loss counts after its end.
    fileprivate static let roundCount = 5
    /// The number of rounds in a row that may ask too few owners; while traffic flows, nine of ten do.
    fileprivate static let fewCountMax = 10

    /// The facts known about one path.
    fileprivate struct Track {
        /// The results of the last rounds, the newest one last.
        var rounds: [PathQuality] = []
        /// The number of rounds in a row that asked too few owners.
        var fewCount = 0
        var last: PathQuality.Level?
        /// The smallest median time, by the code of the reason that is about such a time.
        var least: [String: Duration] = [:]
        /// The last reported observation; `nil` if the quality is unknown.
        var told: CompanionObservation?
    }

    private var isSingle = false
    private var rules = PathQuality.Rules()
    private var tracks: [String: Track] = [:]

    /// Creates a companion that knows no path.
    public init() {}

    public mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .began(let context):
            (isSingle, rules) = (context.isSingle, context.rules.quality)
            let known = (context.earlier?.observations ?? []).filter {
                $0.kind == PathQuality.kind && $0.state != PathQuality.Level.unknown.rawValue
            }
            for observation in known { tracks[observation.subject] = Track(told: observation) }
            return known.map(\.confirmed)
        case .left(let path): return forget(["\(path)"], at: moment)
        case .roundEnded(let assessment) where !isSingle:
            // An earlier run may have judged other paths.
            let gone = Set(tracks.keys).subtracting(assessment.paths.map { "\($0.path)" })
            return forget(gone.sorted(), at: moment)
                + assessment.paths.compactMap { path in
                    let name = "\(path.path)"
                    var track = tracks[name] ?? Track()
                    defer { tracks[name] = track }
                    let earlier = track.told
                    guard let quality = track.record(path.quality, rules) else { return nil }
                    let observation = Self.observation(quality, of: name, after: earlier, at: moment)
                    track.told = quality.level == .unknown ? nil : observation
                    return earlier == nil && quality.level == .unknown ? nil : .report(observation)
                }
        default: return []
        }
    }

    private mutating func forget(_ names: [String], at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        names.compactMap { name in
            guard tracks.removeValue(forKey: name)?.told != nil else { return nil }
            return .report(Self.observation(.notMeasured, of: name, after: nil, at: moment))
        }
    }

    private static func observation(
        _ quality: PathQuality,
        of path: String,
        after earlier: CompanionObservation?,
        at moment: ConnectivityMachine.Moment
    ) -> CompanionObservation {
        let severity: CompanionObservation.Severity =
            switch quality.level {
            // A good quality from the beginning deserves no notice.
            case .good: earlier == nil ? .info : .notice
            case .slow: .notice
            case .poor: .warning
            case .unknown: .info
            }
        var observation = CompanionObservation(
            PathQuality.kind,
            of: path,
            quality.level.rawValue,
            severity,
            because: quality.reason,
            at: moment.wall,
            facts: quality.facts
        )
        if let earlier, earlier.state == observation.state {
            (observation.isChange, observation.since) = (false, earlier.since)
            observation.severity = earlier.severity
        }
        return observation
    }
}

extension QualityChanges.Track {
    /// Records the result of a round and returns the quality to report; `nil` if a report would be premature.
    fileprivate mutating func record(_ round: PathQuality, _ rules: PathQuality.Rules) -> PathQuality? {
        guard round.owners > 0 else {
            // Earlier rounds say nothing about a path on which nothing answers now.
            (rounds, last) = ([], nil)
            return round
        }
        guard round.owners + round.silentOwners >= rules.owners else {
            fewCount += 1
            return fewCount > QualityChanges.fewCountMax ? rules.quality(over: [round]) : nil
        }
        fewCount = 0
        rounds = (rounds.filter(\.showsLosses) + [round]).suffix(QualityChanges.roundCount)
        var quality = rules.quality(over: rounds)
        let before = last
        last = quality.level
        if quality.reason.code == "quality-loss", rounds.count > 1 {
            quality.reason.facts["rounds"] = Fact(rounds.count)
        }
        for (code, phase) in [("quality-connection", \PathQuality.connection), ("quality-first-byte", \.firstByte)] {
            guard let median = round[keyPath: phase]?.median, round.owners >= rules.owners else { continue }
            let usual = min(least[code] ?? median, median)
            least[code] = usual
            if quality.reason.code == code, usual * 2 <= median {
                quality.reason.facts["usual"] = usual.inMilliseconds
            }
        }
        // Only a better level waits for the next round.
        let known = told.flatMap { PathQuality.Level(rawValue: $0.state)?.rank }
        guard let known, let rank = quality.level.rank, rank < known else { return quality }
        return quality.level == before ? quality : nil
    }
}
