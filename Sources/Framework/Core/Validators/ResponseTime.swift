/// Refuses an answer that is too slow.
///
/// The verdict on such an answer is `failed`. For an answer in time the validator counts as absent: a fast answer does not show
/// its author. Combine it with an expectation of the answer, as in `AllOf { BodyContains("pong"); ResponseTime(below:
/// .milliseconds(800)) }`.
///
/// A prober that does not report the time to the first byte gets no verdict on it.
public struct ResponseTime: DeclaringValidator, Hashable {
    /// The times that can be bounded.
    public enum Part: String, Hashable, Sendable, Codable, CaseIterable {
        /// From the start of the probe to its end.
        case total
        /// From the start of the probe to the first byte of the answer.
        case firstByte = "first-byte"
    }

    /// The time below which an answer must stay; greater than zero.
    package var limit: Duration
    /// The bounded time.
    package var part: Part

    /// Creates a bound.
    public init(below limit: Duration, of part: Part = .total) {
        precondition(limit > .zero, "a bound must be greater than zero")
        (self.limit, self.part) = (limit, part)
    }

    public var role: Verdict.Role { .expectation }

    public func isAbout(_ exchange: ProbeExchange) -> Bool { excess(of: exchange) != nil }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let time = excess(of: exchange) else { return .inconclusive }
        let facts: Facts = [
            "of": .text(part.rawValue), "milliseconds": Fact(Self.milliseconds(time)),
            "bound": Fact(Self.milliseconds(limit)),
        ]
        return Verdict(.failed, because: Reason(Reason.lateCode, facts))
    }

    /// The time of an answer that is too slow; `nil` for any other exchange.
    private func excess(of exchange: ProbeExchange) -> Duration? {
        guard case .success = exchange.outcome else { return nil }
        let timings = exchange.timings
        let time: Duration? =
            switch part {
            case .total: timings.total
            case .firstByte:
                timings.response.map {
                    (timings.nameLookup ?? .zero) + (timings.connect ?? .zero) + (timings.tls ?? .zero) + $0
                }
            }
        return time.flatMap { $0 >= limit ? $0 : nil }
    }

    private static func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1) + 0.5) }
}

extension Reason {
    package static let lateCode = "response-late"
}
