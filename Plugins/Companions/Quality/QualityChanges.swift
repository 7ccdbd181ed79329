public import ConnectivityCore

/// Reports the quality of each path when it is known for the first time, and when it changes.
///
/// An observation has the kind `quality`, the path as its subject and the level as its state. It changes only after several rounds
/// in a row have agreed (``ConnectivityCore/QualityRules/agreeing``). The facts are `connection` and `firstByte`, the median times
/// in seconds, `lost` and `attempts`. In a single assessment it reports nothing, because the assessment has the quality.
public struct QualityChanges: Companion {
    /// The kind of the observations.
    public static let kind = "quality"

    private var isSingle = false
    /// The level of each path that was reported last.
    private var levels: [NetworkPath: PathQuality.Level] = [:]

    /// Creates a companion that knows no path.
    public init() {}

    public mutating func handle(_ input: CompanionInput, at moment: Moment) -> [CompanionEffect] {
        switch input {
        case .began(let context):
            isSingle = context.isSingle
            for path in context.earlier?.paths ?? [] where path.quality.level != .unknown {
                levels[path.path] = path.quality.level
            }
            return (context.earlier?.observations ?? []).filter { $0.kind == Self.kind }.map(\.confirmed)
        case .left(let path) where levels[path] != nil:
            levels[path] = nil
            return [.report(Self.observation(PathQuality(.unknown, because: .qualityNotMeasured), path, moment))]
        case .roundEnded(let assessment) where !isSingle: return changes(in: assessment, at: moment)
        default: return []
        }
    }

    private mutating func changes(in assessment: Assessment, at moment: Moment) -> [CompanionEffect] {
        assessment.paths.compactMap { path in
            let (level, last) = (path.quality.level, levels[path.path])
            guard level != last ?? .unknown else { return nil }
            levels[path.path] = level == .unknown ? nil : level
            var observation = Self.observation(path.quality, path.path, moment)
            // That all is well from the beginning is worth no line.
            if last == nil, level == .good { observation.severity = .info }
            return .report(observation)
        }
    }

    private static func observation(_ quality: PathQuality, _ path: NetworkPath, _ moment: Moment)
        -> CompanionObservation
    {
        let severity: CompanionObservation.Severity =
            switch quality.level {
            case .good, .slow: .notice
            case .poor: .warning
            case .unknown: .info
            }
        return CompanionObservation(
            kind,
            of: "\(path)",
            quality.level.rawValue,
            severity,
            because: quality.reason,
            at: moment.wall,
            facts: [
                "connection": Fact(quality.connection?.median.seconds),
                "firstByte": Fact(quality.firstByte?.median.seconds), "lost": Fact(quality.lost),
                "attempts": Fact(quality.attempts),
            ]
        )
    }
}

extension Reason {
    /// No round has shown anything of the quality of a path.
    fileprivate static let qualityNotMeasured = Reason("quality-not-measured")
}
