public import ConnectivityCore

extension HostileExchanges {
    /// Returns altered facts, as in damaged recordings and from hostile peers.
    ///
    /// Each result has one to three alterations: members are missing, have another type, are at the ends of their
    /// range, are huge, are deeply nested or are unknown. The same seed gives the same facts.
    public static func facts(like facts: Facts, seed: UInt64 = 1, count: Int = 200) -> [Facts] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            var copy = facts
            for _ in 0...random.next(below: 3) { alter(&copy, &random) }
            return copy
        }
    }

    /// Returns an exchange of any kind with variants of it: altered facts, failures, and answers of another kind.
    ///
    /// ```swift
    /// try ValidatorLaws.check(MyValidator(), exchanges: HostileExchanges.exchanges(like: exchange))
    /// ```
    ///
    /// The result is the exchange itself, followed by variants with the same request; `count` of them have altered
    /// facts. If its answer is HTTP, the variants use only its request. The same seed gives the same exchanges.
    public static func exchanges(like exchange: ProbeExchange, seed: UInt64 = 1, count: Int = 200) -> [ProbeExchange] {
        var outcomes: [Result<Answer, ProbeFailure>] = kinds.map { .failure(ProbeFailure($0)) }
        outcomes += [.success(.http(ProbeResponse(status: 204))), .success(.other("law.unknown-kind", [:]))]
        if case .success(.other(let kind, let right)) = exchange.outcome {
            outcomes += facts(like: right, seed: seed, count: count).map { .success(.other(kind, $0)) }
            // The correct facts under another kind.
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
