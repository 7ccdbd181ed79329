extension RoundSchedule {
    /// The limits on requests and bytes of the regular rounds, per interface and hour.
    ///
    /// If another round like the last one exceeds a limit, it waits. Rounds that follow an event or a request count too, but do not
    /// wait, because events take precedence.
    public struct Budget: Hashable, Sendable {
        /// The number of requests per interface and hour, at least 1; `nil` for no limit.
        public var requestsPerHour: Int? { didSet { requestsPerHour = requestsPerHour.map { max($0, 1) } } }
        /// The received bytes of header fields and bodies per interface and hour, at least 1; `nil` for no limit.
        ///
        /// TCP, TLS and name lookups are not counted.
        public var bytesPerHour: Int? { didSet { bytesPerHour = bytesPerHour.map { max($0, 1) } } }

        /// Creates a budget.
        public init(requestsPerHour: Int? = nil, bytesPerHour: Int? = nil) {
            precondition(requestsPerHour ?? 1 >= 1 && bytesPerHour ?? 1 >= 1, "a budget must be at least 1")
            self.requestsPerHour = requestsPerHour
            self.bytesPerHour = bytesPerHour
        }
    }
}

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

/// The costs of the last hour's rounds, per interface, in steps of a minute.
package struct Spending: Sendable {
    private static let step = Duration.seconds(60)
    private static let stepCount = 60

    /// The costs by minute since the driver began, oldest first.
    private var costs: [String: [(minute: Int, cost: RoundCost)]] = [:]

    package init() {}

    /// Adds the cost of a round and removes costs older than an hour.
    package mutating func add(_ cost: RoundCost, on interface: String, at elapsed: Duration) {
        let minute = Int(elapsed / Self.step)
        for name in costs.keys {
            costs[name]?.removeAll { $0.minute <= minute - Self.stepCount }
            if costs[name]?.isEmpty == true { costs[name] = nil }
        }
        var spent = costs[interface] ?? []
        if spent.last?.minute != minute { spent.append((minute, RoundCost())) }
        spent[spent.count - 1].cost += cost
        costs[interface] = spent
    }

    /// Returns the wait until a round fits the budget: at most an hour, and zero if it fits now.
    ///
    /// A round that alone exceeds the budget waits until no cost of the previous hour remains.
    package func wait(for cost: RoundCost, on interface: String, _ budget: RoundSchedule.Budget, at elapsed: Duration)
        -> Duration
    {
        let spent = costs[interface] ?? []
        var total = cost
        for entry in spent { total += entry.cost }
        var wait = Duration.zero
        for entry in spent {
            let isWithin =
                total.requestCount <= budget.requestsPerHour ?? .max && total.byteCount <= budget.bytesPerHour ?? .max
            if isWithin { return wait }
            total.requestCount -= entry.cost.requestCount
            total.byteCount -= entry.cost.byteCount
            wait = max(.zero, Self.step * (entry.minute + Self.stepCount) - elapsed)
        }
        return wait
    }
}
