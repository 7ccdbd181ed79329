import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

/// An answer with a number and a name.
private struct Offset: TypedAnswer, Hashable {
    static let kind: Question.Kind = "com.example.offset"

    var seconds: Double
    var name: String

    init(seconds: Double, name: String) {
        self.seconds = seconds
        self.name = name
    }

    init?(facts: Facts) {
        guard let seconds = facts["seconds"]?.number, let name = facts["name"]?.text else { return nil }
        self.init(seconds: seconds, name: name)
    }

    var facts: Facts { ["seconds": .number(seconds), "name": .text(name)] }
}

/// An answer that ignores the facts that it reads.
private struct Forgetful: TypedAnswer, Hashable {
    static let kind: Question.Kind = "com.example.forgetful"
    var name: String

    init(name: String) { self.name = name }
    init?(facts: Facts) { name = "" }
    var facts: Facts { ["name": .text(name)] }
}

/// An answer that reads a missing number as a value that it writes differently.
private struct Lenient: TypedAnswer, Hashable {
    static let kind: Question.Kind = "com.example.lenient"
    var number: Int64

    init(number: Int64) { self.number = number }
    init?(facts: Facts) { number = facts["number"]?.integer ?? -1 }
    var facts: Facts { ["number": .integer(number < 0 ? 0 : number)] }
}

/// An answer of the kind that Core types itself.
private struct Page: TypedAnswer, Hashable {
    static let kind = Question.Kind.http
    init() {}
    init?(facts: Facts) {}
    var facts: Facts { [:] }
}

/// An answer that is read slowly.
private struct Slow: TypedAnswer, Hashable {
    static let kind: Question.Kind = "com.example.slow"
    init() {}
    init?(facts: Facts) { if !facts.isEmpty { Thread.sleep(forTimeInterval: 0.005) } }
    var facts: Facts { ["a": 1] }
}

@Suite struct `The laws of facts` {
    private static let right = Offset(seconds: 2.5, name: "right")

    @Test func `Fact laws hold for a type that reads back exactly its written facts`() throws {
        try FactLaws.check(Self.right)
        expect(HostileExchanges.facts(like: Self.right.facts).count, 200)
        expect(HostileExchanges.facts(like: Self.right.facts), HostileExchanges.facts(like: Self.right.facts))
    }

    @Test func `Every fact law is broken by a faulty type`() {
        let broken: [(law: FactLaws.Law, check: () throws -> Void)] = [
            (.kind, { try FactLaws.check(Page()) }), (.roundTrip, { try FactLaws.check(Forgetful(name: "a")) }),
            (.total, { try FactLaws.check(Lenient(number: 5)) }),
            (.bounded, { try FactLaws.check(Slow(), timeLimit: .milliseconds(50)) }),
        ]
        expect(broken.map(\.law), FactLaws.Law.allCases)
        for (law, check) in broken {
            let violation = #expect(throws: LawViolation.self, performing: check)
            expect(violation?.law, law.rawValue)
        }
    }

    @Test func `Hostile exchanges of a custom kind expose a trusting validator and pass a careful one`() throws {
        let exchange = ProbeExchange(
            request: ProbeRequest(.other(Offset.kind, [:])),
            outcome: .success(.other(Offset.kind, Self.right.facts))
        )
        let all = HostileExchanges.exchanges(like: exchange)
        expect(all.first, exchange)
        #expect(all.contains { if case .failure = $0.outcome { true } else { false } })
        #expect(all.contains { $0.response?.status == 204 })
        let validator = ClosureValidator("trusting") { exchange in
            if case .failure = exchange.outcome { Verdict(.genuine, because: "it is late") } else { .inconclusive }
        }
        #expect(throws: LawViolation.self) { try ValidatorLaws.check(validator, exchanges: all) }
        let careful = ClosureValidator("careful") { exchange in
            exchange.answer(as: Offset.self) == nil ? .inconclusive : Verdict(.genuine, because: "an offset")
        }
        try ValidatorLaws.check(careful, exchanges: all)
    }
}
