package import ConnectivityCore

/// The received echoes; at least one.
///
/// Its facts are `from`, `sent`, `times` (in seconds, in the order of arrival), and `errors`, the reports of routers or
/// of the device itself on other requests.
package struct EchoAnswer: TypedAnswer, Hashable {
    package static let kind = EchoQuestion.kind

    /// The host that answered.
    package var source: IPAddress
    /// The number of requests that were sent.
    package var sentCount: Int
    /// The time from each request to its echo, in the order of arrival.
    package var times: [Duration]
    /// The reports on requests without an echo, each kind once.
    package var errors: [EchoError]

    /// The share of the requests without an echo, from 0 to 1.
    package var loss: Double { sentCount == 0 ? 0 : Double(sentCount - times.count) / Double(sentCount) }
    /// The median time; with an even number, the lower of the middle two.
    package var median: Duration { times.isEmpty ? .zero : times.sorted()[(times.count - 1) / 2] }

    /// Creates an answer.
    package init(from source: IPAddress, sentCount: Int, times: [Duration], errors: [EchoError] = []) {
        self.source = source
        self.sentCount = sentCount
        self.times = times
        self.errors = errors
    }

    package init?(facts: Facts) {
        guard let source = facts["from"]?.text.flatMap({ try? IPAddress($0) }),
            let sent = facts["sent"]?.integer.flatMap({ Int(exactly: $0) }), EchoQuestion.counts.contains(sent),
            let times = facts["times"]?.list, let errors = facts["errors"]?.list
        else { return nil }
        self.init(
            from: source,
            sentCount: sent,
            times: times.compactMap { $0.number.flatMap { (0...1e6).contains($0) ? .seconds($0) : nil } },
            errors: errors.compactMap { $0.record.flatMap { EchoError(facts: $0) } }
        )
        guard self.times.count == times.count, self.errors.count == errors.count, times.count <= sent else {
            return nil
        }
    }

    package var facts: Facts {
        [
            "from": .text("\(source)"), "sent": Fact(sentCount),
            "times": .list(times.map { .number($0 / .seconds(1)) }),
            "errors": .list(errors.map { .record($0.facts) }),
        ]
    }
}

/// The report of a router, or of the device itself, on a request (RFC 792, RFC 4443, RFC 1812).
package struct EchoError: Hashable, Sendable {
    /// The kind of a report.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The next host on the link has no hardware address: ARP or neighbour discovery got no answer.
        case noNeighbour = "no-neighbour"
        /// No route leads to the network or host.
        case noRoute = "no-route"
        /// A filter forbids the packet (ICMP codes 9, 10 and 13; ICMPv6 codes 1, 5 and 6).
        case prohibited
        /// Nothing on the host uses this protocol or port.
        case closed
        /// The packet is larger than a link on the path carries.
        case tooBig = "too-big"
        /// The packet is in a routing loop, or its path is too long.
        case expired
        /// Any other report.
        case other
    }

    /// The kind of the report.
    package var kind: Kind
    /// The reporting host; `nil` for the device itself.
    package var source: IPAddress?
    /// The largest packet that the link carries, in bytes, if the report states it.
    package var mtu: Int?

    /// Creates an error.
    package init(_ kind: Kind, from source: IPAddress? = nil, mtu: Int? = nil) {
        self.kind = kind
        self.source = source
        self.mtu = mtu
    }

    /// Reads an error from the facts `cause`, and optionally `reportedBy` and `mtu`; `nil` without a known cause.
    package init?(facts: Facts) {
        guard let kind = facts["cause"]?.text.flatMap(Kind.init(rawValue:)) else { return nil }
        self.init(
            kind,
            from: facts["reportedBy"]?.text.flatMap { try? IPAddress($0) },
            mtu: facts["mtu"]?.integer.flatMap { Int(exactly: $0) }
        )
    }

    /// The error as facts, which a failure of this kind also has.
    package var facts: Facts {
        var facts: Facts = ["cause": .text(kind.rawValue)]
        if let source { facts["reportedBy"] = .text("\(source)") }
        if let mtu { facts["mtu"] = Fact(mtu) }
        return facts
    }
}

extension EchoError: CustomStringConvertible {
    /// The report on one line, such as `prohibited, reported by 192.0.2.1`.
    package var description: String {
        kind.rawValue + (source.map { ", reported by \($0)" } ?? "") + (mtu.map { ", at most \($0) bytes" } ?? "")
    }
}
