public import ConnectivityCore

/// Asks a host for ICMP echoes (RFC 792, RFC 4443): how many arrive, and how fast.
///
/// Its facts in configurations and recordings are `to`, and optionally `count`, `size`, `interval` and `whole`:
///
/// ```json
/// { "question": { "kind": "echo", "facts": { "to": "192.0.2.1", "count": 5 } }, "owner": "the gateway",
///   "expect": { "use": "validator.echo", "lossMax": 0.2 } }
/// ```
public struct EchoQuestion: TypedQuestion, Hashable {
    public static let kind: Question.Kind = "echo"

    /// The permitted number of requests.
    package static let counts = 1...100
    /// The permitted number of data bytes per request; an IPv4 packet holds at most 65,507.
    package static let sizes = 16...65_507
    package static let intervals: ClosedRange<Duration> = .milliseconds(10)...(.seconds(10))

    /// The host.
    package let destination: IPAddress
    /// The number of requests.
    package let count: Int
    /// The number of data bytes per request, without 8 bytes of ICMP and 20 (IPv4) or 40 (IPv6) of IP.
    package let size: Int
    /// The time between two requests.
    package let interval: Duration
    /// Whether routers must not fragment the packets, to find the size that the path carries (RFC 1191, RFC 8201).
    package let isWhole: Bool

    /// Creates a question; a value outside its permitted range is replaced by the nearest one.
    public init(
        to destination: IPAddress,
        count: Int = 3,
        size: Int = 56,
        interval: Duration = .milliseconds(200),
        isWhole: Bool = false
    ) {
        self.destination = destination
        self.count = min(max(count, Self.counts.lowerBound), Self.counts.upperBound)
        self.size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
        self.interval = min(max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
        self.isWhole = isWhole
    }

    private static let names: Set = ["to", "count", "size", "interval", "whole"]

    public init?(facts: Facts) {
        guard facts.sorted.allSatisfy({ Self.names.contains($0.name) }),
            let destination = facts["to"]?.text.flatMap({ try? IPAddress($0) }),
            let count = (facts["count"] ?? 3).integer.flatMap({ Int(exactly: $0) }), Self.counts.contains(count),
            let size = (facts["size"] ?? 56).integer.flatMap({ Int(exactly: $0) }), Self.sizes.contains(size),
            let seconds = (facts["interval"] ?? 0.2).number, seconds >= 0, seconds <= 10,
            Self.intervals.contains(.seconds(seconds)), let isWhole = (facts["whole"] ?? false).flag
        else { return nil }
        self.init(to: destination, count: count, size: size, interval: .seconds(seconds), isWhole: isWhole)
    }

    public var facts: Facts {
        var facts: Facts = [
            "to": .text("\(destination)"), "count": Fact(count), "size": Fact(size),
            "interval": .number(interval / .seconds(1)),
        ]
        if isWhole { facts["whole"] = true }
        return facts
    }
}
