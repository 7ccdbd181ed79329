/// Expects a size of the body within bounds, in bytes, after its content coding was undone.
///
/// The received size counts, not the field `Content-Length`; the answer to `HEAD` has no body. If the body was cut at the limit
/// of the probe, its whole size is not known: the verdict is then inconclusive, unless the received part is too large already.
public struct BodySize: DeclaringValidator, Hashable {
    /// The smallest accepted number of bytes, not negative; `nil` accepts any.
    package var min: Int?
    /// The largest accepted number of bytes, not less than ``min``; `nil` accepts any.
    package var max: Int?

    /// Creates an expectation.
    public init(min: Int? = nil, max: Int? = nil) {
        precondition(0 <= min ?? 0 && min ?? 0 <= max ?? .max, "the bounds of a size must be in order")
        (self.min, self.max) = (min, max)
    }

    public var stated: Verdict.StatedAnswer? { Verdict.StatedAnswer(ofBodyBy: self) }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http(let response)) = exchange.outcome else { return .inconclusive }
        if let undecided = response.unreadableBody { return undecided }
        let byteCount = response.body.count
        if let max, byteCount > max {
            return Verdict(.substituted, because: .sizeDiffers(byteCount: byteCount, max: max))
        }
        let isShort = byteCount < min ?? 0
        if response.completeness != .complete, isShort || max != nil {
            return Verdict(.inconclusive, because: .undecided("the body was cut after \(byteCount) bytes"))
        }
        guard isShort, let min else { return Verdict(.genuine, because: .sizeMatches(byteCount: byteCount)) }
        if min > ProbeResponse.emptyByteCountMax, let broken = response.emptySuccess { return broken }
        return Verdict(.substituted, because: .sizeDiffers(byteCount: byteCount, min: min))
    }
}
