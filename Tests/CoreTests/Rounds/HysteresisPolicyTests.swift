import ConnectivityCore
import ConnectivityText
import TestSupport
import Testing

@Suite struct `The hysteresis policy` {
    private static let accesses: [Character: InternetAccess] = [
        "o": .online, "p": .partial, "b": .blocked, "c": .captive(CaptivePortal(signInURL: nil, kind: .unknown)),
        "u": .unreachable,
    ]

    /// A policy whose verdict is given.
    private struct Fixed: WholeRoundPolicy {
        var access: InternetAccess
        func judge(_ round: ProbeRound) -> RoundVerdict { RoundVerdict(access, because: .notYetJudged) }
    }

    /// The current access after each round, as letters.
    private func currentAccesses(after rounds: String, up: Int, down: Int) -> String {
        var history = ProbeRound.History()
        return String(
            rounds.map { letter in
                let policy = HysteresisPolicy(Fixed(access: Self.accesses[letter] ?? .online), up: up, down: down)
                guard let verdict = policy.verdict(on: ProbeRound([], history: history)) else { return "?" }
                history.append(verdict)
                return verdict.access.name.first ?? "?"
            }
        )
    }

    @Test(arguments: [
        (1, 3, "ouuuu", "ooouu"), (1, 3, "ouuouuu", "oooooou"), (2, 1, "uoooo", "uuooo"), (2, 1, "uouoo", "uuuuo"),
        (1, 1, "oucbpo", "oucbpo"),
        // Rounds that are worse in different ways are consecutive; the last one becomes the current access.
        (1, 3, "oucpp", "ooopp"), (1, 3, "opuu", "ooou"),
        // The round that replaced the access restarts the count.
        (1, 2, "oppuu", "oopp" + "u"), (3, 3, "uppoooo", "uuu" + "oooo"), (2, 2, "ouououo", "ooooooo"),
        // A round on the other side restarts the count.
        (2, 2, "bouou", "bbbbb"), (2, 2, "bouu", "bbbu"), (2, 2, "buoo", "bbbo"), (3, 3, "bppupp", "bbbbbb"),
        // The first round counts at once.
        (3, 3, "c", "c"), (3, 3, "u", "u"),
    ])
    func `The hysteresis policy waits for consecutive rounds`(up: Int, down: Int, rounds: String, expected: String) {
        expect(currentAccesses(after: rounds, up: up, down: down), expected)
    }

    @Test func `The hysteresis policy can wait for the maximum number of rounds`() {
        let longest = ProbeRound.History.countMax
        let rounds = "o" + String(repeating: "u", count: longest) + "u"
        let expected = String(repeating: "o", count: longest) + "uu"
        expect(currentAccesses(after: rounds, up: 1, down: longest), expected)
        var history = ProbeRound.History()
        for _ in 0...longest { history.append(RoundVerdict(.online, because: .notYetJudged)) }
        expect(history.measured.count, longest)
    }

    @Test func `The hysteresis policy gives the count of rounds as its reason`() {
        var history = ProbeRound.History()
        history.append(RoundVerdict(.online, because: .notYetJudged))
        let verdict = HysteresisPolicy(Fixed(access: .unreachable)).verdict(on: ProbeRound([], history: history))
        expect(verdict?.access, .online)
        expect(verdict?.measured, .unreachable)
        expect(verdict?.reason, .held(against: "unreachable", count: 1, needed: 3, .notYetJudged))
        expect(
            (verdict?.reason).map(Sentences().sentence),
            "a change to unreachable needs 3 checks in a row, and 1 showed it so far (still checking)"
        )
    }
}
