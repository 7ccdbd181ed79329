#if os(Linux)
package import ConnectivityCore
import ConnectivityNames
import ConnectivityTLS

/// Asks name servers over TLS (RFC 7858), each question in one message over a separate connection.
///
/// - A host name is looked up by an operator around the prober, as for ``ConnectionProber``.
/// - The certificate is verified for ``ConnectivityNames/DoTQuestion/serverName``. If it is not accepted, nothing is asked, and
///   the failure has the facts `version` and `certificate`, unless the question asks for an answer, whose author is then unknown.
/// - Any reply to the question is the answer, with any response code. Any other message fails with
///   ``ConnectivityCore/ProbeFailure/Kind/malformed``, an end before the whole message with `truncated` or `emptyReply`.
/// - Messages are padded to a multiple of 128 bytes (RFC 8467, section 4.1). At most 65,535 bytes of one message are read, or as
///   many as the request keeps of a body.
///
/// It needs a build with the trait `OpenSSL`; without it the probe fails with
/// ``ConnectivityCore/ProbeFailure/Kind/unsupported``. It is encoded as an object with the optional key `caFile`.
package struct DoTProber: Prober {
    /// The path of a PEM file with the trusted certificate authorities; `nil` for those of the system.
    package internal(set) var caFile: String? {
        get { connections.caFile }
        set { connections = Connections(caFile: newValue) }
    }

    private var connections: Connections

    /// Creates a prober; this has no effect until the first question.
    package init(caFile: String? = nil) { connections = Connections(caFile: caFile) }

    package var kinds: Set<Question.Kind> { [DoTQuestion.kind] }
    package var usesAddresses: Bool { true }

    /// Sends a question and returns the facts of a ``ConnectivityNames/DNSAnswer``; cancellation ends the probe at once.
    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: DoTQuestion = request.question.decoded() else {
            return .unreadable(request, as: DoTQuestion.kind)
        }
        let message = NameMessage(question.records, id: .random(in: 0...UInt16.max))
        let length = [UInt8(message.bytes.count >> 8), UInt8(message.bytes.count & 0xFF)]
        let connection = ConnectionQuestion(
            to: question.destination,
            serverName: question.serverName,
            isVerified: question.isVerified,
            dialogue: [.send(length + message.bytes)]
        )
        guard let connection else { return .unsupported(request) }
        var exchange = await connections.open(connection, for: request, awaitsMessage: true)
        guard let answer: ConnectionAnswer = exchange.answer() else {
            if case .failure(var failure) = exchange.outcome, question.records.isUnderRandomLabel {
                failure.facts["name"] = .text("\(message.name)")
                exchange.outcome = .failure(failure)
            }
            return exchange
        }
        exchange.httpConnection.tls = answer.tls
        let server = exchange.remoteAddress.map { NameServer($0, port: question.port) }
        exchange.outcome = Self.message(in: answer.received).flatMap { bytes in
            message.answer(in: bytes, over: .tls, from: server).map { .other(DoTQuestion.kind, $0.facts) }
        }
        if case .failure = exchange.outcome { exchange.authentication = nil }
        return exchange
    }

    /// Returns the message without its length prefix.
    private static func message(in received: [UInt8]) -> Result<[UInt8], ProbeFailure> {
        guard !received.isEmpty else {
            return .failure(ProbeFailure(.emptyReply, detail: "the server ended the connection without an answer"))
        }
        guard received.count > 1 else { return .failure(ProbeFailure(.truncated)) }
        let count = Int(received[0]) << 8 | Int(received[1])
        guard received.count - 2 >= count else {
            let detail = "\(received.count - 2) of \(count) bytes of the message came"
            return .failure(ProbeFailure(.truncated, detail: detail))
        }
        return .success(Array(received[2..<(2 + count)]))
    }
}
#endif
