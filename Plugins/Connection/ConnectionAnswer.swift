package import ConnectivityCore
package import ConnectivityTLS

/// The result of an open connection.
///
/// Its facts are `from`, `steps` (completed, of the dialogue), `received`, with TLS a record `tls` with `version`,
/// `cipher`, `alpn`, `fault` and `chain`, and with QUIC the list `quicVersions`.
package struct ConnectionAnswer: TypedAnswer, Hashable {
    package static let kind = ConnectionQuestion.kind

    /// The host that answered.
    package var source: IPAddress
    /// The findings of TLS; `nil` without TLS.
    package var tls: TLSFindings?
    /// The versions of QUIC that the host speaks, with reserved ones (RFC 9000, section 15); empty without QUIC.
    package var quicVersions: [UInt32]
    /// The number of completed steps of the dialogue.
    package var stepCount: Int
    /// The bytes received in the dialogue, up to the body limit of the request.
    package var received: [UInt8]

    /// Creates an answer.
    package init(
        from source: IPAddress,
        tls: TLSFindings? = nil,
        quicVersions: [UInt32] = [],
        stepCount: Int = 0,
        received: [UInt8] = []
    ) {
        self.source = source
        self.tls = tls
        self.quicVersions = quicVersions
        self.stepCount = stepCount
        self.received = received
    }

    package init?(facts: Facts) {
        guard let source = facts["from"]?.text.flatMap({ try? IPAddress($0) }),
            let steps = facts["steps"]?.integer.flatMap({ Int(exactly: $0) }),
            ConnectionQuestion.stepCounts.contains(steps), let received = (facts["received"] ?? .bytes([])).bytes,
            let versions = (facts["quicVersions"] ?? []).list
        else { return nil }
        let tls = facts["tls"].map { $0.record.flatMap { TLSFindings(facts: $0) } }
        let numbers = versions.compactMap { $0.integer.flatMap { UInt32(exactly: $0) } }
        guard numbers.count == versions.count, tls == nil || tls != .some(nil) else { return nil }
        self.init(from: source, tls: tls ?? nil, quicVersions: numbers, stepCount: steps, received: received)
    }

    package var facts: Facts {
        var facts: Facts = ["from": .text("\(source)"), "steps": Fact(stepCount)]
        if let tls { facts["tls"] = .record(tls.facts) }
        if !quicVersions.isEmpty { facts["quicVersions"] = .list(quicVersions.map { .integer(Int64($0)) }) }
        if !received.isEmpty { facts["received"] = .bytes(received) }
        return facts
    }
}
