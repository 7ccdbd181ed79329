package struct RoundCost: Hashable, Sendable {
    package var requestCount = 0
    /// The received bytes of header fields and bodies, without the framing of HTTP, TLS and TCP.
    package var byteCount = 0

    package init() {}

    package mutating func add(_ exchange: ProbeExchange) {
        requestCount += 1
        guard let response = exchange.response else { return }
        byteCount += response.body.count
        for field in response.headers.fields { byteCount += field.name.utf8.count + field.value.utf8.count + 4 }
    }

    package static func += (cost: inout RoundCost, more: RoundCost) {
        cost.requestCount += more.requestCount
        cost.byteCount += more.byteCount
    }
}

/// The requests of the last hour, per interface, in steps of a minute.
package struct Spending: Sendable {
    private static let step = Duration.seconds(60)
    private static let stepCount = 60

    /// The numbers of requests by minute since the driver began, oldest first.
    private var counts: [String: [(minute: Int, count: Int)]] = [:]

    package init() {}

    /// Adds requests and removes those older than an hour.
    package mutating func add(_ count: Int, on interface: String, at elapsed: Duration) {
        let minute = Int(elapsed / Self.step)
        for name in counts.keys {
            counts[name]?.removeAll { $0.minute <= minute - Self.stepCount }
            if counts[name]?.isEmpty == true { counts[name] = nil }
        }
        var spent = counts[interface] ?? []
        if spent.last?.minute != minute { spent.append((minute, 0)) }
        spent[spent.count - 1].count += count
        counts[interface] = spent
    }

    /// Returns the wait until a number of requests fits the limit of an hour: at most an hour, and zero if it fits now.
    ///
    /// If it alone exceeds the limit, it waits until no request of the previous hour remains.
    package func wait(for count: Int, on interface: String, atMost perHour: Int, at elapsed: Duration) -> Duration {
        let spent = counts[interface] ?? []
        var total = spent.reduce(count) { $0 + $1.count }
        var wait = Duration.zero
        for entry in spent where total > perHour {
            total -= entry.count
            wait = max(.zero, Self.step * (entry.minute + Self.stepCount) - elapsed)
        }
        return wait
    }
}

/// The reactions to changes of the interfaces: some at once, then one per interval, so that a network that flaps causes no more
/// rounds and reports than that.
struct ChangeBudget: Sendable {
    static let atOnce = 20
    static let interval = Duration.seconds(5)

    /// The time from which all reactions are available again, since the driver began.
    private var fullAt = Duration.zero

    /// Returns the wait for the next reaction.
    func wait(at elapsed: Duration) -> Duration { max(.zero, fullAt - Self.interval * (Self.atOnce - 1) - elapsed) }

    mutating func spend(at elapsed: Duration) { fullAt = max(fullAt, elapsed) + Self.interval }
}
