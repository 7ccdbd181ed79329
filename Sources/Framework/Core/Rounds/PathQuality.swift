/// How well a path carries traffic, with the figures behind it.
///
/// It is computed from the exchanges of rounds that are made anyway, so it costs no request. It says nothing about the
/// access: a path can be online and slow. Only genuine answers count, and at least as many owners as
/// ``QualityRules/owners``, so that the slow server of one owner is not taken for a slow line.
///
/// ```swift
/// for path in assessment.paths where path.quality.level == .slow {
///     print(path.path, path.quality.connection?.median ?? .zero)
/// }
/// ```
public struct PathQuality: Hashable, Sendable {
    /// The quality in one word.
    public enum Level: String, Hashable, Sendable, Codable, CaseIterable {
        /// Nothing exceeds a bound of ``QualityRules``.
        case good
        /// A bound from which a path is slow is reached.
        case slow
        /// A bound from which a path is poor is reached: much of what people do does not work in practice.
        case poor
        /// Too few answers have times.
        case unknown
    }

    /// A time over the last rounds.
    public struct Figure: Hashable, Sendable {
        /// The median over the owners in each round, and of these the median over the rounds; the lower one of two.
        public var median: Duration
        /// The width of the middle half of the owners' times in each round; the median over the rounds.
        public var spread: Duration
        /// The smallest median of a round of this network in this run; `nil` if none had enough owners.
        public var baseline: Duration?

        /// Creates a figure.
        /// - Parameters:
        ///   - median: The median time.
        ///   - spread: The width of the middle half of the times.
        ///   - baseline: The smallest median of a round of this network in this run.
        public init(median: Duration, spread: Duration = .zero, baseline: Duration? = nil) {
            (self.median, self.spread, self.baseline) = (median, spread, baseline)
        }
    }

    /// The quality in one word; it changes only after ``QualityRules/agreeing`` rounds in a row.
    public var level: Level
    /// The reason for the level.
    public var reason: Reason
    /// The time to look up a name; `nil` if it is not known.
    public var nameLookup: Figure?
    /// The time to open a connection, which is about one round trip; `nil` if it is not known.
    public var connection: Figure?
    /// The time of the TLS handshake; `nil` if it is not known.
    public var tls: Figure?
    /// The time from the start of a probe to the first byte of its answer; `nil` if it is not known.
    public var firstByte: Figure?
    /// The number of probes and echo requests among ``attempts`` without an answer, or whose connection took a second or more.
    ///
    /// After a second without an answer, TCP sends the first packet again (RFC 6298 section 2).
    public var lost: Int
    /// The number of probes and echo requests of the last rounds that could show a loss.
    public var attempts: Int
    /// The number of owners with a connection time in the newest round.
    public var owners: Int
    /// The number of rounds that the figures cover.
    public var rounds: Int

    /// Creates a quality without figures.
    public init(_ level: Level, because reason: Reason) {
        (self.level, self.reason) = (level, reason)
        (lost, attempts, owners, rounds) = (0, 0, 0, 0)
    }

    /// The quality of a path of which no round has shown anything.
    package static let notMeasured = PathQuality(.unknown, because: Reason("quality-not-measured"))
}

extension PathQuality.Level {
    /// The position from good to poor; `nil` for unknown.
    package var rank: Int? {
        switch self {
        case .good: 0
        case .slow: 1
        case .poor: 2
        case .unknown: nil
        }
    }

    /// Returns whether the level is at least another one, or nothing shows that it is not.
    package func isEnough(for needed: Self) -> Bool {
        guard let rank, let least = needed.rank else { return true }
        return rank <= least
    }
}

extension PathQuality: CustomStringConvertible {
    /// The level and the reason.
    public var description: String { "\(level.rawValue): \(reason)" }
}
