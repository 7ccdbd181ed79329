import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityNames
import ConnectivityTestKit

extension FaultyNetwork {
    /// The answer of a drawn network to a question for names over TLS.
    func encryptedLookup(_ facts: Facts, _ request: ProbeRequest, _ draws: inout SplitMix64) -> Outcome {
        func failed(_ kind: ProbeFailure.Kind, _ facts: Facts = [:], after time: Duration) -> Outcome {
            Outcome(timings: ProbeExchange.Timings(total: time), outcome: .failure(ProbeFailure(kind, facts: facts)))
        }
        guard let question = DoTQuestion(facts: facts), let host = try? IPAddress(question.host) else {
            return failed(.unsupported, after: .zero)
        }
        let limit = request.limits.total
        var packet = Packet(kind: .tcp(question.port), to: host, interface: request.path.interface)
        let fate = fate(of: packet)
        switch fate {
        case .refusedHere: return failed(.unreachable, ["cause": "prohibited"], after: .zero)
        case .noRoute: return failed(.unreachable, after: .zero)
        case .reset: return failed(.connectionRefused, after: roundTrip)
        case .reported: return failed(.unreachable, after: roundTrip)
        case .noNeighbour: return failed(.unreachable, after: min(.seconds(3), limit))
        case .vanishes: return failed(.timedOut(.connect), after: limit)
        case .arrives, .answeredByGateway: break
        }
        var timings = ProbeExchange.Timings()
        func isLate(after trips: Int, _ phase: WritableKeyPath<ProbeExchange.Timings, Duration?>) -> Bool {
            let time = (0..<trips).reduce(Duration.zero) { sum, _ in sum + trip(&draws) }
            timings.total += time
            if timings.total < limit { timings[keyPath: phase] = time }
            return timings.total >= limit
        }
        if isLate(after: 1, \.connect) { return failed(.timedOut(.connect), after: limit) }
        packet.isLarge = true
        let isStalled = fate == .arrives && self.fate(of: packet) == .vanishes
        if isStalled || isLate(after: 2, \.tls) { return failed(.timedOut(.tls), after: limit) }
        if fate == .answeredByGateway {
            return failed(.tls(seed % 5 == 0 ? .wrongHost : .unknownAuthority), after: timings.total)
        }
        if has("authorities-missing") { return failed(.tls(.unknownAuthority), after: timings.total) }
        if clockError != .zero { return failed(.tls(.expired), after: timings.total) }
        if isLate(after: 1, \.response) { return failed(.timedOut(.response), after: limit) }
        var answer = DNSAnswer(question.records.name)
        let address = Self.address(of: "\(question.records.name)", .ipv4)
        answer.records = [.init(answer.name, .a, ttl: 60, data: "\(address)")]
        return Outcome(
            timings: timings,
            outcome: .success(.other(DoTQuestion.kind, answer.facts)),
            peer: host,
            isVerified: true
        )
    }
}
