#if os(Linux)
package import ConnectivityCore

/// Opens connections over TCP and TLS, and asks hosts for their versions of QUIC.
///
/// - A host name is looked up by an operator around the prober, such as `NameLookupProber`, which `Pipeline(_:)` adds; without
///   addresses the probe fails with ``ConnectivityCore/ProbeFailure/Kind/nameLookup``.
/// - Of several addresses, the first that connects is used; another one is tried every 250 ms (RFC 8305, section 5).
/// - A certificate is verified for ``ConnectionQuestion/serverName``. If it is not accepted, nothing is sent after the handshake,
///   and the failure has the facts `version` and `certificate`, unless the question asks for an answer in this case.
/// - The request's limits for the connection, for the response (here the dialogue, or the answer over QUIC) and for the total
///   apply; a step without an answer ends with `timedOut(.response)`. If the host disconnects, the answer has fewer steps.
/// - TLS needs a build with the trait `OpenSSL`; otherwise the probe fails with
///   ``ConnectivityCore/ProbeFailure/Kind/unsupported``.
///
/// All questions of a prober and its copies run on one thread, which starts with the first and ends with the last copy. It is
/// encoded as an object with the optional key `caFile`.
package struct ConnectionProber: Prober {
    /// The path of a PEM file with the trusted certificate authorities; `nil` for those of the system.
    ///
    /// It is read once, at the first connection with TLS.
    package internal(set) var caFile: String? {
        get { connections.caFile }
        set { connections = Connections(caFile: newValue) }
    }

    private var connections: Connections

    /// Creates a prober; this has no effect until the first question.
    package init(caFile: String? = nil) { connections = Connections(caFile: caFile) }

    package var kinds: Set<Question.Kind> { [ConnectionQuestion.kind] }
    package var usesAddresses: Bool { true }

    /// Opens the connection of a question, whose answer is a ``ConnectionAnswer``.
    ///
    /// Cancelling the task ends the probe at once.
    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: ConnectionQuestion = request.question.decoded() else {
            return .unreadable(request, as: ConnectionQuestion.kind)
        }
        return await connections.open(question, for: request)
    }
}
#endif
