import ConnectivityCore
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

private final class Count: Sendable {
    private let value = Lock(0)

    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}

/// A companion that breaks one law, or none.
private struct BrokenCompanion: Companion {
    enum Fault: String, CaseIterable {
        case none, forgetful, sameToken, anyToken, talkative, impatient, greedy, secretive, nameless

        var law: CompanionLaws.Law? {
            switch self {
            case .none: nil
            case .forgetful: .deterministic
            case .sameToken: .uniqueTokens
            case .anyToken: .knownTokens
            case .talkative, .impatient: .bounded
            case .greedy: .fewRequests
            case .secretive: .statedEndpoints
            case .nameless: .wellFormed
            }
        }
    }

    let fault: Fault
    let endpoints = [Endpoint("https://a.example/")]
    private var token = 0
    /// State that the copies share, which a companion must not have.
    private let shared = Count()

    init(_ fault: Fault) { self.fault = fault }

    mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .assessed(_, isChange: true): return ask()
        case .waited(let number) where fault == .anyToken || number == token: return ask()
        case .answered(token, _):
            let count = shared.next()
            let subject = fault == .nameless ? "" : fault == .forgetful ? "\(count)" : "a"
            let report = CompanionObservation("x", of: subject, "seen", because: .stated("x"), at: moment.wall)
            if fault == .greedy { return ask() }
            token += 1
            let pause = Duration.seconds(fault == .impatient ? 0 : 60)
            return [.report(report), .wait(pause, token: fault == .sameToken ? 1 : token)]
        default: return []
        }
    }

    private mutating func ask() -> [CompanionEffect] {
        token += 1
        let endpoint = fault == .secretive ? Endpoint("https://b.example/") : endpoints[0]
        return (0..<(fault == .talkative ? 300 : 1)).map { number in
            .ask([endpoint.request()], token: token + number)
        }
    }
}

@Suite struct CompanionLawsTests {
    private static func check(_ companion: some Companion, seed: UInt64 = 1) throws {
        try CompanionLaws.check(companion, seed: seed) { request in
            ProbeExchange(request: request, outcome: .success(ProbeResponse(status: 204)))
        }
    }

    @Test(arguments: BrokenCompanion.Fault.allCases)
    private func `A faulty companion breaks its law`(fault: BrokenCompanion.Fault) {
        var broken: LawViolation?
        do { try Self.check(BrokenCompanion(fault)) } catch { broken = error as? LawViolation }
        expect(broken?.law, fault.law?.rawValue, "\(String(describing: broken))")
    }

    @Test func `Every companion law is broken by a faulty companion`() {
        expect(Set(BrokenCompanion.Fault.allCases.compactMap(\.law)), Set(CompanionLaws.Law.allCases))
    }
}
