public import ConnectivityCore

/// Expects echoes: enough of them, and fast enough.
///
/// A worse answer is `failed`. Echoes show that packets reach a host and return; a gateway can send them in another
/// host's name, so they show nothing about the Internet.
public struct EchoReplies: ResponseValidator, Hashable {
    /// The largest accepted share of requests without an echo, from 0 to 1.
    package var lossMax: Double
    /// The largest accepted median time; `nil` accepts any.
    package var timeMax: Duration?

    /// Creates an expectation; the time is in seconds.
    public init(lossMax: Double = 0.5, timeMax: Double? = nil) {
        self.lossMax = lossMax
        self.timeMax = timeMax.flatMap { Duration(writtenSeconds: $0) }
    }

    public var role: Verdict.Role { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let answer = exchange.answer(as: EchoAnswer.self) else { return .inconclusive }
        var facts: Facts = [
            "sent": Fact(answer.sentCount), "received": Fact(answer.times.count),
            "milliseconds": .number((answer.median / .milliseconds(1) * 10).rounded() / 10),
        ]
        let isSlow = timeMax.map { answer.median > $0 } ?? false
        guard answer.loss <= lossMax, !isSlow else {
            facts["lossMax"] = .number(lossMax)
            return Verdict(.failed, because: Reason("echoes-missing", facts))
        }
        return Verdict(.genuine, because: Reason("echoes", facts))
    }
}
