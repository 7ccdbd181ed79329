/// The quality of a path for traffic, with its figures.
///
/// It is a pure function of the reports of a round (`PathQuality.Rules.quality(of:)`), so it costs no request. It is independent
/// of the access: a path can be online and slow. Only genuine answers count, from at least ``PathQuality/Rules/owners`` owners, to
/// distinguish the slow server of one owner from a slow line.
///
/// ```swift
/// for path in assessment.paths where path.quality.level == .slow {
///     print(path.path, path.quality.connection?.median ?? .zero)
/// }
/// ```
public struct PathQuality: Hashable, Sendable {
    /// The quality in one word.
    public enum Level: String, Hashable, Sendable, Codable, CaseIterable {
        /// No figure reaches a bound of ``PathQuality/Rules``.
        case good
        /// A figure reaches the bound of a slow path.
        case slow
        /// A figure reaches the bound of a poor path: many uses fail in practice.
        case poor
        /// Too few answers have times.
        case unknown
    }

    /// The times of one phase, one for each owner.
    public struct Figure: Hashable, Sendable {
        /// The median over the owners; the lower one of two.
        public var median: Duration
        /// The width of the middle half of the owners' times.
        public var spread: Duration

        /// Creates a figure.
        public init(median: Duration, spread: Duration = .zero) { (self.median, self.spread) = (median, spread) }
    }

    /// The quality in one word.
    public var level: Level
    /// The reason for the level.
    public var reason: Reason
    /// The time to look up a name; `nil` if not known.
    package var nameLookup: Figure?
    /// The time to open a connection, about one round trip; `nil` if not known.
    public var connection: Figure?
    /// The time of the TLS handshake; `nil` if not known.
    package var tls: Figure?
    /// The time from the start of a probe to the first byte of its answer; `nil` if not known.
    public var firstByte: Figure?
    /// The number of probes and echo requests among ``attempts`` without an answer, or whose connection took a second or more.
    ///
    /// After a second without an answer, TCP sends the first packet again (RFC 6298 section 2).
    public var lost = 0
    /// The owners of the lost attempts, in order.
    package var lostOwners: [String] = []
    /// The number of probes and echo requests that could show a loss.
    public var attempts = 0
    /// The number of owners with a genuine answer whose connection time is known.
    package var owners = 0
    /// The number of owners without any answer.
    package var silentOwners = 0

    /// Creates a quality without figures.
    public init(_ level: Level, because reason: Reason) { (self.level, self.reason) = (level, reason) }

    /// The quality of a path before any round shows it.
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

    /// Returns whether the level is at least another one, or is unknown.
    package func isEnough(for needed: Self) -> Bool {
        guard let rank, let least = needed.rank else { return true }
        return rank <= least
    }
}

extension PathQuality: CustomStringConvertible {
    /// The level and the reason.
    public var description: String { "\(level.rawValue): \(reason)" }
}
