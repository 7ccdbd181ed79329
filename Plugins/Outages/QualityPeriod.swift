package import ConnectivityCore

/// The quality of the Internet access in a round, an hour or a day.
///
/// The journal keeps the figures of each hour as the reason of an entry of the path ``track``.
package struct QualityPeriod: Hashable, Sendable {
    /// The path of the entries.
    static let track = "quality"

    package var from: Timestamp
    /// The number of rounds whose answers had times.
    package private(set) var roundCount = 1
    /// The number of rounds in which the access was slow or poor.
    package private(set) var slowCount: Int
    /// The mean over the rounds of the median time to open a connection, about one round trip.
    package private(set) var latency: Duration
    /// The longest of these medians.
    package private(set) var longest: Duration
    /// The mean share of lost attempts, from 0 to 1.
    package private(set) var loss: Double

    /// Creates the figures of one round; `nil` if its quality is unknown.
    package init?(from: Timestamp, _ quality: PathQuality) {
        guard quality.level != .unknown, let figure = quality.connection else { return nil }
        (self.from, slowCount) = (from, quality.level == .good ? 0 : 1)
        (latency, longest) = (figure.median, figure.median)
        loss = quality.attempts > 0 ? Double(quality.lost) / Double(quality.attempts) : 0
    }

    /// Reads the reason of an entry; `nil` if its figures are not complete.
    init?(from: Timestamp, _ reason: Reason?) {
        guard let facts = reason?.facts, let rounds = facts["rounds"]?.integer, let slow = facts["slow"]?.integer,
            let latency = facts["latency"]?.number, let longest = facts["longest"]?.number,
            let loss = facts["loss"]?.number, (1...1_000_000).contains(rounds), (0...rounds).contains(slow),
            (0...1).contains(loss), [latency, longest].allSatisfy({ (0...3_600_000).contains($0) })
        else { return nil }
        (self.from, roundCount, slowCount, self.loss) = (from, Int(rounds), Int(slow), loss)
        (self.latency, self.longest) = (.milliseconds(latency), .milliseconds(longest))
    }

    /// The reason of an entry with these figures.
    var reason: Reason {
        let facts: Facts = [
            "rounds": .integer(Int64(roundCount)), "slow": .integer(Int64(slowCount)), "loss": .number(loss),
            "latency": .number(latency / .milliseconds(1)), "longest": .number(longest / .milliseconds(1)),
        ]
        return Reason("quality", facts)
    }

    /// Adds the figures of a later round or period.
    package mutating func add(_ other: QualityPeriod) {
        roundCount += other.roundCount
        slowCount += other.slowCount
        let share = Double(other.roundCount) / Double(roundCount)
        latency += (other.latency - latency) * share
        loss += (other.loss - loss) * share
        longest = max(longest, other.longest)
    }
}
