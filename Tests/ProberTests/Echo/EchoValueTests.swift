import ConnectivityCore
import ConnectivityTestKit
import TestSupport
import Testing

@testable import ConnectivityEcho

@Suite struct `Questions for echoes and their answers` {
    @Test func `Questions, answers and reports keep the laws of facts`() throws {
        for question in [
            EchoQuestion(to: "192.0.2.1"), EchoQuestion(to: "::1", count: 100, size: 1_472, isWhole: true),
            EchoQuestion(to: "192.0.2.1", count: 7, size: 16, interval: .milliseconds(1_500)),
        ] {
            try FactLaws.check(question)
        }
        let answer = EchoAnswer(
            from: "192.0.2.1",
            sentCount: 3,
            times: [.milliseconds(2), .microseconds(1_500)],
            errors: [EchoError(.tooBig, from: "192.0.2.1", mtu: 1_280), EchoError(.noNeighbour)]
        )
        try FactLaws.check(answer)
        for kind in EchoError.Kind.allCases { expect(EchoError(facts: EchoError(kind).facts)?.kind, kind) }
    }

    @Test(
        arguments: [
            [:], ["to": "nowhere"], ["to": "192.0.2.1", "count": 0], ["to": "192.0.2.1", "count": 101],
            ["to": "192.0.2.1", "size": 15], ["to": "192.0.2.1", "interval": 0.001], ["to": "192.0.2.1", "whole": 1],
            ["to": "192.0.2.1", "interval": .number(.nan)], ["to": "192.0.2.1", "typo": 1],
        ] as [Facts]
    )
    func `Facts that state no question are refused`(facts: Facts) {
        expect(EchoQuestion(facts: facts), nil)
    }

    @Test(
        arguments: [
            [:], ["from": "192.0.2.1", "sent": 1, "times": [0.1, 0.2], "errors": []],
            ["from": "192.0.2.1", "sent": 1, "times": [-1], "errors": []],
            ["from": "192.0.2.1", "sent": 1, "times": ["fast"], "errors": []],
            ["from": "192.0.2.1", "sent": 1, "times": [], "errors": [.record(["cause": "unknown"])]],
        ] as [Facts]
    )
    func `Facts that state no answer are refused`(facts: Facts) {
        expect(EchoAnswer(facts: facts), nil)
    }

    @Test func `A loss of more than half, or a middle time beyond the limit, is a failure`() {
        func finding(_ received: Int, of sent: Int, _ validator: EchoReplies) -> Verdict.Finding {
            let times = (0..<received).map { Duration.milliseconds(100 * ($0 + 1)) }
            let answer = EchoAnswer(from: "192.0.2.1", sentCount: sent, times: times)
            let request = ProbeRequest(EchoQuestion(to: "192.0.2.1"))
            return validator.validate(ProbeExchange(request: request, outcome: .success(answer))).finding
        }
        expect(finding(2, of: 4, EchoReplies()), .genuine)
        expect(finding(1, of: 4, EchoReplies()), .failed)
        expect(finding(3, of: 3, EchoReplies(timeMax: 0.2)), .genuine)
        expect(finding(4, of: 4, EchoReplies(timeMax: 0.199)), .failed)
        expect(finding(9, of: 10, EchoReplies(lossMax: 0)), .failed)
        let http = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .failure(ProbeFailure(.unreachable))
        )
        expect(EchoReplies().validate(http).finding, .inconclusive)
        expect(EchoAnswer(from: "::1", sentCount: 2, times: [.seconds(2), .seconds(1)]).median, .seconds(1))
    }

    #if os(Linux)
    @Test func `Control messages of any bytes are read safely`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<20_000 {
            var bytes = (0..<random.next(below: 96)).map { _ in UInt8(random.next(below: 256)) }
            // Often a plausible header: a length, a level, and the type of a report.
            if bytes.count >= 16, random.next(below: 2) == 0 {
                bytes.replaceSubrange(
                    0..<16,
                    with: [UInt8(random.next(below: 100)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0]
                )
            }
            _ = ErrorReport(bytes[...])?.error(isIPv4: random.next(below: 2) == 0, ownAddress: "192.0.2.1")
        }
    }
    #endif
}
