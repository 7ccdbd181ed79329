/// A time as people write it: a number of seconds, or a text with units such as `500ms`, `1m30s` or `2h`.
package struct WrittenTime: Hashable, Sendable, Codable {
    /// From a millisecond through a day; no sum overflows.
    package static let range = Duration.milliseconds(1)...Duration.seconds(86_400)
    /// The same range, with zero.
    package static let rangeFromZero = Duration.zero...Duration.seconds(86_400)
    /// Any duration greater than zero, as in records.
    package static let positive =
        Duration(secondsComponent: 0, attosecondsComponent: 1)...Duration.seconds(999_999_999)

    package var duration: Duration

    package init(_ duration: Duration) { self.duration = duration }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = try? container.decode(String.self) else {
            // A billion seconds or more are outside of every range.
            duration = Duration(writtenSeconds: try container.decode(Double.self)) ?? .seconds(1_000_000_000)
            return
        }
        guard let duration = Duration(text: text) else {
            throw decoder.fault("must be a number of seconds, or a time such as \"5m\" or \"1m30s\"")
        }
        self.duration = duration
    }

    package func encode(to encoder: any Encoder) throws { try Seconds(duration).encode(to: encoder) }

    /// Returns the message for a time that is not within a range.
    package static func fault(_ range: ClosedRange<Duration>) -> String {
        guard range != positive else { return "must be greater than zero, and less than a billion seconds" }
        return "must be a number of seconds from \(range.lowerBound.plain) through \(range.upperBound.plain)"
    }
}

extension Duration {
    /// The seconds, without a point if they are whole.
    fileprivate var plain: String { components.attoseconds == 0 ? "\(components.seconds)" : "\(seconds)" }
}
