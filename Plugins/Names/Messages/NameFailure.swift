package import ConnectivityCore

/// The facts of a failed name lookup, as in ``ConnectivityCore/ProbeFailure/facts``.
package struct NameFailure: Hashable, Sendable {
    package enum Cause: String, Hashable, Sendable {
        case badName = "bad-name"
        /// A server answered that the name does not exist, that it failed, that it refuses, or with another code.
        case noSuchName = "no-such-name"
        case serverFailure = "server-failure"
        case refused
        case otherCode = "other-code"
        /// The name exists, but has no address of a requested family.
        case noAddress = "no-address"
        /// No server answered; none accepted a connection, could be reached, or sent a valid message.
        case noAnswer = "no-answer"
        case serverClosed = "server-closed"
        case serverUnreachable = "server-unreachable"
        case malformed
        case noServer = "no-server"
        /// A cause that is not one of a name lookup.
        case other
    }

    /// The cause; `nil` if it is not stated.
    package var cause: Cause?
    /// The code of the reply; `nil` if there is no reply.
    package var code: DNSResponseCode?
    package var extendedErrors: [ExtendedDNSError]

    package init(_ cause: Cause?, code: DNSResponseCode?, extendedErrors: [ExtendedDNSError]) {
        (self.cause, self.code, self.extendedErrors) = (cause, code, extendedErrors)
    }

    package init(facts: Facts) {
        cause = facts["cause"].map { $0.text.flatMap(Cause.init(rawValue:)) ?? .other }
        code = facts["rcode"]?.text.flatMap { DNSResponseCode(name: $0) }
        extendedErrors = facts["extendedErrors"]?.list?.compactMap { $0.record.flatMap { .init(facts: $0) } } ?? []
    }

    package var facts: Facts {
        var facts: Facts = [:]
        facts["cause"] = cause.map { .text($0.rawValue) }
        if let code { facts["rcode"] = .text("\(code)") }
        if !extendedErrors.isEmpty { facts["extendedErrors"] = .list(extendedErrors.map { .record($0.facts) }) }
        return facts
    }
}
