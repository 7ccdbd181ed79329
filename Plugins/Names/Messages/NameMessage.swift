package import ConnectivityCore

/// One question to a name server as a message for an encrypted transport, and the reader of its answer.
package struct NameMessage: Sendable {
    /// The size to whose multiples queries are padded, so that their length hides the name (RFC 8467, section 4.1).
    private static let blockByteCount = 128

    private let query: DNSQuery

    /// Creates a message, and chooses a random label.
    ///
    /// The message ID is zero over HTTPS, so that caches see one question (RFC 8484, section 4.1).
    package init(_ records: DNSQuestion, id: UInt16) {
        let name = records.isUnderRandomLabel ? records.name.underRandomLabel() : records.name
        query = DNSQuery(id: id, question: DNSQuery.Question(name, records.type))
    }

    package var name: DNSName { query.question.name }

    /// The encoded message, padded to a multiple of 128 bytes.
    package var bytes: [UInt8] {
        let bare = query.bytes
        // The option has four bytes of code and length (RFC 7830, section 3).
        let missing = Self.blockByteCount - (bare.count + 4) % Self.blockByteCount
        let padding = missing % Self.blockByteCount
        // The record of the extension is the last one and has no options, so its length is in the last two bytes.
        return bare.dropLast(2) + UInt16(4 + padding).bytes + UInt16(12).bytes + UInt16(padding).bytes
            + [UInt8](repeating: 0, count: padding)
    }

    /// Reads the message of a server, as an answer or as the failure of a message that does not reply to the question.
    ///
    /// The server is `nil` unless it is an address.
    package func answer(
        in received: [UInt8],
        over transport: DNSAnswer.Transport,
        from server: NameServer? = nil
    ) -> Result<DNSAnswer, ProbeFailure> {
        do throws(DNSReply.Fault) {
            let reply = try DNSReply(received, to: query)
            var answer = DNSAnswer(
                name,
                reply.code,
                flags: reply.flags,
                records: reply.answers.map { .init($0.name, $0.type, ttl: $0.ttl, data: "\($0.data)") },
                extendedErrors: reply.extendedErrors,
                server: server
            )
            answer.transport = transport
            return .success(answer)
        } catch {
            let detail = "the reply is not a valid DNS message (\(error))"
            return .failure(ProbeFailure(.malformed, detail: detail))
        }
    }
}
