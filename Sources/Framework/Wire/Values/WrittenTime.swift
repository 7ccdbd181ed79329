import ConnectivityCore

/// A time as people write it: a number of seconds, or a text with units such as `500ms`, `1m30s` or `2h`.
package struct WrittenTime: Hashable, Sendable, Codable, SchemaProviding {
    /// From a millisecond through a day, so that no sum overflows.
    package static let range = Duration.milliseconds(1)...Duration.seconds(86_400)
    /// The same, with zero.
    package static let rangeFromZero = Duration.zero...Duration.seconds(86_400)

    /// Any that is greater than zero, as in records.
    package static let positive =
        Duration(secondsComponent: 0, attosecondsComponent: 1)...Duration.seconds(999_999_999)

    package var duration: Duration

    package init(_ duration: Duration) { self.duration = duration }

    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            guard let duration = Duration(text: text) else {
                let container = try decoder.singleValueContainer()
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "must be a number of seconds, or a time such as \"5m\" or \"1m30s\""
                )
            }
            self.duration = duration
        } else {
            // A billion seconds or more are beyond every range.
            let seconds = try decoder.singleValueContainer().decode(Double.self)
            duration = Duration(writtenSeconds: seconds) ?? .seconds(1_000_000_000)
        }
    }

    package func encode(to encoder: any Encoder) throws { try Seconds(duration).encode(to: encoder) }

    package static var schema: Schema { .either([.number, .text()]) }

    /// The rule that a time is within a range.
    package static func rule(_ range: ClosedRange<Duration>) -> Rule<WrittenTime> {
        let bounds = "a number of seconds from \(range.lowerBound.plain) through \(range.upperBound.plain)"
        return Rule("must be \(range == positive ? "greater than zero" : bounds)") { range.contains($0.duration) }
    }
}

extension Duration {
    /// The seconds, without a point if they are whole.
    fileprivate var plain: String { components.attoseconds == 0 ? "\(components.seconds)" : "\(seconds)" }
}
