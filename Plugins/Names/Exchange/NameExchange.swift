#if canImport(CCares)
package import ConnectivityCore

package struct NameExchangeRequest: Hashable, Sendable {
    /// The maximum number of name servers to ask, as in resolv.conf(5).
    package static let serverCountMax = 3
    /// The sizes of a UDP answer that c-ares supports.
    package static let payloadSizes: ClosedRange<UInt16> = 512...4096

    /// The query; its payload size is clamped to ``payloadSizes``.
    package var query: DNSQuery
    /// The servers to ask, each if the previous one does not answer; if empty, those of the system.
    package var servers: [NameServer]
    /// The interface that every socket is bound to; `nil` leaves the choice to the system's routes.
    package var interface: String?
    /// The only address family to contact servers over; `nil` allows both.
    package var family: IPAddress.Family?
    package var deadline: ContinuousClock.Instant

    /// Creates a request with an unpredictable message ID.
    package init(
        _ question: DNSQuery.Question,
        servers: [NameServer] = [],
        interface: String? = nil,
        family: IPAddress.Family? = nil,
        deadline: ContinuousClock.Instant
    ) {
        query = DNSQuery(id: .random(in: 0...UInt16.max), question: question)
        self.servers = servers
        self.interface = interface
        self.family = family
        self.deadline = deadline
    }

    /// Returns the servers to ask; servers on the device itself are used only if there are no others.
    static func preferred(_ servers: [NameServer]) -> [NameServer] {
        let others = servers.filter { !$0.address.isLoopback }
        return Array((others.isEmpty ? servers : others).prefix(serverCountMax))
    }
}

package struct NameExchange: Sendable {
    package enum Transport: String, Hashable, Sendable {
        case udp, tcp
    }

    /// The reply, with any response code, or the failure.
    package var outcome: Result<DNSReply, NameExchangeFailure>
    /// The server that answered; `nil` if there was no answer.
    package var server: NameServer?
    /// The transport of the answer, TCP if it was too long for UDP; `nil` if there was no answer.
    package var transport: Transport?
    /// The servers that could be asked.
    package var asked: [NameServer] = []
    package var caveats: [ProbeExchange.Caveat] = []
}

/// The reason why a question has no reply.
package enum NameExchangeFailure: Error, Hashable, Sendable {
    case noAnswer
    /// Every server's host refused the connection.
    case connectionRefused
    /// No server is reachable, with the system's error number.
    case unreachable(Int32)
    /// The received message is not a reply to the question.
    case malformed(DNSReply.Fault)
    /// A socket could not be bound to the interface, with the system's error number.
    case interfaceUnavailable(Int32)
    /// No server is known that can be asked through the interface.
    case noServer
    case cancelled
    case shortage(ProbeFailure.Resource)
    /// The system reported another error, with its number.
    case system(Int32)
    /// c-ares failed otherwise, with its status.
    case library(Int32)
}
#endif
