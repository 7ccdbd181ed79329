// What rounds showed of the quality of a path, as it is kept and recorded. In JSON all times are in seconds.

/// What earlier rounds on a path showed of its quality; part of ``RoundHistory``.
package struct QualityHistory: Hashable, Sendable {
    /// The rounds before, oldest first; at most ``QualityRules/rounds`` less one.
    package var rounds: [QualityRound] = []
    /// The smallest median of each phase in the rounds of this network; kept as long as the run lasts.
    package var baseline = QualityRound.Medians()
    /// The level that is reported; `nil` if it is unknown.
    package var standing: PathQuality.Level?
    /// The levels of the last rounds, oldest first; at most ``QualityRules/agreeing``.
    package var recent: [PathQuality.Level] = []

    package init() {}

    /// Creates the history of a network that was left and is back.
    package init(knowing baseline: QualityRound.Medians) { self.baseline = baseline }
}

/// What one round showed of the quality of a path.
package struct QualityRound: Hashable, Sendable {
    /// The times of one phase over the owners.
    package struct Figure: Hashable, Sendable {
        package var median: Duration
        /// The width of the middle half.
        package var spread: Duration

        package init(median: Duration, spread: Duration) { (self.median, self.spread) = (median, spread) }
    }

    /// The phases.
    package struct Times: Hashable, Sendable {
        package var nameLookup: Figure?
        package var connection: Figure?
        package var tls: Figure?
        package var firstByte: Figure?
    }

    /// The median of each phase.
    package struct Medians: Hashable, Sendable {
        package var nameLookup: Duration?
        package var connection: Duration?
        package var tls: Duration?
        package var firstByte: Duration?

        package init() {}

        /// Keeps the smaller medians.
        mutating func learn(_ round: QualityRound) {
            func least(_ one: Duration?, _ other: Figure?) -> Duration? {
                [one, other?.median].compactMap(\.self).min()
            }
            nameLookup = least(nameLookup, round.times.nameLookup)
            connection = least(connection, round.times.connection)
            tls = least(tls, round.times.tls)
            firstByte = least(firstByte, round.times.firstByte)
        }
    }

    package var times = Times()
    /// The number of owners with a genuine answer whose connection time is known.
    package var owners = 0
    /// The number of owners without any answer.
    package var silentOwners = 0
    /// The number of probes and echo requests that could show a loss.
    package var attempts = 0
    /// The number of those that were lost, or late by a retransmission.
    package var lost = 0
    /// The owners of those, in order.
    package var lostOwners: [String] = []

    package init() {}
}
