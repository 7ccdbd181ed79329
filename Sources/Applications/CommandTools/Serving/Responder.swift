import ConnectivityCore
import ConnectivityKit
package import ConnectivityToolkit

/// Answers requests to the user's endpoint (RFC 9112) without trusting clients.
package struct Responder: Sendable {
    package static let emptyPath = "/generate_204"
    package static let textPath = "/check"
    private static let challengeByteCountMax = 63

    /// The service at a URL.
    package struct Service: Encodable {
        var url: String
        var status: Int
        /// The body; left out if it is empty.
        var text: String?
        /// The expectation for a check, as in a configuration.
        var expect: ChallengeAnswer
    }

    /// The facts about an answer, without data about the client.
    package struct Facts: Encodable, Hashable {
        var at: Timestamp
        var status: Int
        /// The path; `nil` if it has no service.
        var path: String?
        /// Whether the answer repeats a random text.
        var isChallenged: Bool
    }

    let challenge = ChallengeAnswer()
    /// The body at ``textPath``.
    let text: String

    package init(text: String) { self.text = text }

    /// Returns the services at URLs with this beginning.
    package func services(at base: String) -> [Service] {
        [
            Service(url: base + Self.emptyPath, status: 204, expect: challenge),
            Service(url: base + Self.textPath, status: 200, text: text, expect: challenge),
        ]
    }

    /// Returns the whole response to a request, and its facts; the caller then closes the connection.
    package func answer(to head: RequestHead) -> (bytes: [UInt8], facts: Facts) {
        let proof = proof(for: head)
        let path = [Self.emptyPath, Self.textPath].first { $0[...] == head.target.prefix { $0 != "?" } }
        let isHead = head.method == "HEAD"
        guard head.method == "GET" || isHead else {
            return message(405, "Method Not Allowed", at: path, ["Allow: GET, HEAD"])
        }
        switch path {
        case Self.emptyPath: return message(204, "No Content", at: path, proof)
        case Self.textPath:
            let fields = ["Content-Type: text/plain; charset=utf-8", "Content-Length: \(text.utf8.count)"]
            return message(200, "OK", at: path, fields + proof, body: isHead ? "" : text)
        default: return message(404, "Not Found", at: nil, ["Content-Length: 0"])
        }
    }

    /// Returns the field that repeats the random text of a request, for `validator.challenge`; empty for any other text.
    ///
    /// Tailscale's servers repeat the same texts.
    private func proof(for head: RequestHead) -> [String] {
        guard let text = head.headers[challenge.field], (1...Self.challengeByteCountMax).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter || "-._".utf8.contains($0) })
        else { return [] }
        return ["\(challenge.answer): \(challenge.prefix)\(text)"]
    }

    private func message(
        _ status: Int,
        _ words: String,
        at path: String?,
        _ fields: [String],
        body: String = ""
    ) -> (bytes: [UInt8], facts: Facts) {
        // Otherwise a cache in the path could answer while this server is unreachable.
        let ending = ["Cache-Control: no-store", "Connection: close", "", body]
        let lines = ["HTTP/1.1 \(status) \(words)"] + fields + ending
        let isChallenged = fields.contains { $0.hasPrefix("\(challenge.answer):") }
        return (
            Array(lines.joined(separator: "\r\n").utf8),
            Facts(at: .now, status: status, path: path, isChallenged: isChallenged)
        )
    }
}
