#if Cares
package import ConnectivityCore

/// One question on its way to name servers.
package struct NameExchangeRequest: Hashable, Sendable {
    /// The most name servers that are asked, as of resolv.conf(5).
    package static let serverCountMax = 3
    /// The sizes of an answer over UDP that c-ares has room for.
    package static let payloadSizes: ClosedRange<UInt16> = 512...4096

    /// What is asked; the size that it allows is moved into ``payloadSizes``.
    package var query: DNSQuery
    /// The servers to ask, each when the one before it did not answer; empty for those of the machine.
    package var servers: [NameServer]
    /// The interface that every socket is bound to; `nil` leaves the way to the system's routes.
    package var interface: String?
    /// The only address family over which servers are asked; `nil` for both.
    package var family: AddressFamily?
    /// When there is no answer any more.
    package var deadline: ContinuousClock.Instant

    /// Creates a request with a number that nobody can guess.
    package init(
        _ question: DNSQuery.Question,
        servers: [NameServer] = [],
        interface: String? = nil,
        family: AddressFamily? = nil,
        deadline: ContinuousClock.Instant
    ) {
        query = DNSQuery(id: .random(in: 0...UInt16.max), question)
        self.servers = servers
        self.interface = interface
        self.family = family
        self.deadline = deadline
    }

    /// The servers to ask of those known: such on the machine itself only if there is no other.
    static func preferred(_ servers: [NameServer]) -> [NameServer] {
        let others = servers.filter { !$0.address.isLoopback }
        return Array((others.isEmpty ? servers : others).prefix(serverCountMax))
    }
}

/// What came of a question.
package struct NameExchange: Sendable {
    /// How an answer came.
    package enum Transport: String, Hashable, Sendable {
        case udp, tcp
    }

    /// The reply, whatever its code, or why there is none.
    package var outcome: Result<DNSReply, NameExchangeFailure>
    /// The server that answered, if one did.
    package var server: NameServer?
    /// How the answer came: over TCP if it was too long for UDP.
    package var transport: Transport?
    /// The servers that there were to ask.
    package var asked: [NameServer] = []
    /// What could not be guaranteed about the path of the question.
    package var caveats: [PathCaveat] = []
}

/// Why a question has no reply.
package enum NameExchangeFailure: Error, Hashable, Sendable {
    /// The time passed, and no server said anything.
    case noAnswer
    /// The machine of every server answered that nobody listens there.
    case connectionRefused
    /// The way to every server is closed, by the system's number.
    case unreachable(Int32)
    /// What came is not a reply to the question.
    case malformed(DNSReply.Fault)
    /// A socket cannot be bound to the interface, by the system's number.
    case interfaceUnavailable(Int32)
    /// No server is known that could be asked through the interface.
    case noServer
    /// The task was cancelled, or the client is gone.
    case cancelled
    /// The system refused something else, by its number.
    case system(Int32)
    /// c-ares failed otherwise, by its status.
    case library(Int32)
}
#endif
