public import ConnectivityCore

extension HostileExchanges {
    /// What damaged recordings and hostile peers make of facts: members that are missing, of another type, at the ends of their
    /// range, huge, deeply nested or unknown.
    /// - Parameters:
    ///   - facts: The facts as they are right.
    ///   - seed: Any number; the same one gives the same facts.
    ///   - count: How many.
    /// - Returns: Other facts, each altered in one to three places.
    public static func facts(like facts: Facts, seed: UInt64 = 1, count: Int = 200) -> [Facts] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            var copy = facts
            for _ in 0...random.next(below: 3) { alter(&copy, &random) }
            return copy
        }
    }

    /// What else can come in place of an exchange of any kind: altered facts, failures, and answers of another kind.
    ///
    /// ```swift
    /// try ValidatorLaws.check(MyValidator(), exchanges: HostileExchanges.exchanges(like: exchange))
    /// ```
    ///
    /// - Parameters:
    ///   - exchange: An exchange as it is right; of one over HTTP, only the request counts.
    ///   - seed: Any number; the same one gives the same exchanges.
    ///   - count: How many with altered facts.
    /// - Returns: The exchange itself, and others with its request.
    public static func exchanges(like exchange: ProbeExchange, seed: UInt64 = 1, count: Int = 200) -> [ProbeExchange] {
        var outcomes: [Result<Answer, ProbeFailure>] = kinds.map { .failure(ProbeFailure($0)) }
        outcomes += [.success(.http(ProbeResponse(status: 204))), .success(.other("law.unknown-kind", [:]))]
        if case .success(.other(let kind, let right)) = exchange.outcome {
            outcomes += facts(like: right, seed: seed, count: count).map { .success(.other(kind, $0)) }
            // The facts of the one kind under the name of another.
            outcomes.append(.success(.other("law.unknown-kind", right)))
        }
        return [exchange]
            + outcomes.map { outcome in
                var copy = exchange
                copy.outcome = outcome
                return copy
            }
    }

    private static let leaves: [Fact] = smallFacts + largeFacts

    private static let smallFacts: [Fact] = [
        .null, true, false, 0, -1, .integer(.max), .integer(.min), .number(.greatestFiniteMagnitude), 0.5, "",
        "\u{0}\u{202E}", "192.0.2.7", "::1", .secret("law"), .bytes([]), .bytes([0, 255]), .list([]), .record([:]),
    ]

    private static let largeFacts: [Fact] = {
        var deep = Fact.null
        for _ in 0..<Facts.depthMax { deep = .list([deep]) }
        return [
            .bytes([UInt8](repeating: 0x41, count: 100_000)), .text(String(repeating: "\"<é", count: 30_000)),
            .list([Fact](repeating: 1, count: 20_000)), deep,
        ]
    }()

    private static func alter(_ facts: inout Facts, _ random: inout SplitMix64) {
        let members = facts.sorted
        guard !members.isEmpty, random.next(below: 8) > 0 else {
            facts["law-\(random.next(below: 3))"] = leaves[random.next(below: leaves.count)]
            return
        }
        let (name, fact) = members[random.next(below: members.count)]
        if random.next(below: 2) == 0, case .record(var inner) = fact {
            alter(&inner, &random)
            facts[name] = .record(inner)
        } else if random.next(below: 2) == 0, case .list(var inner) = fact, !inner.isEmpty {
            inner[random.next(below: inner.count)] = leaves[random.next(below: leaves.count)]
            facts[name] = .list(inner)
        } else if random.next(below: 6) == 0 {
            facts[name] = nil
        } else if random.next(below: 4) == 0 {
            facts[name] = members[random.next(below: members.count)].fact
        } else {
            facts[name] = leaves[random.next(below: leaves.count)]
        }
    }
}
