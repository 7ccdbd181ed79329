public import ConnectivityCore

/// Brings the body of a response to plain UTF-8, so that validators can read it whatever it was sent in.
///
/// First the content coding is undone: gzip and deflate where `Content-Encoding` names them (RFC 9110, section 8.4) and
/// the bytes bear it out, and gzip that nothing names in a text. Then a text is brought to UTF-8 by the rules of
/// browsers (WHATWG Encoding and HTML, "Determining the character encoding"); bytes that mean nothing become U+FFFD.
/// Status and header fields stay as received.
///
/// - No bytes make it fail, and the time is linear in their number. What is not understood stays as it is: a coding
///   other than these, a fifth coding on top of four, and every content coding in builds without the trait `Zlib`.
/// - A text that is UTF-8 already comes back unchanged but for its byte order mark. Decoding twice changes nothing more.
/// - A body whose coding breaks off or is damaged keeps what could be decoded and counts as cut.
public struct BodyDecoder: Hashable, Sendable {
    /// The bytes of body kept when a content coding is undone; the rest counts as cut.
    ///
    /// UTF-8 then takes up to three times as many as another character set.
    public var byteCountMax: Int

    /// Creates a decoder.
    /// - Parameter byteCountMax: The bytes of body kept when a content coding is undone. Not negative.
    public init(byteCountMax: Int = 256 * 1024) {
        precondition(byteCountMax >= 0, "the body limit must not be negative")
        self.byteCountMax = byteCountMax
    }

    /// Decodes the body of a response.
    /// - Parameter response: The response as received.
    /// - Returns: The same with another body, or unchanged.
    public func decoded(_ response: ProbeResponse) -> ProbeResponse {
        let isText = response.isText
        guard var plain = response.withoutContentCoding(isText: isText, limit: byteCountMax) else { return response }
        if isText, let text = utf8Text(of: plain) { plain.body = text }
        return plain
    }

    /// Decodes the response of an exchange, or what a failure left of it.
    /// - Parameter exchange: The exchange as it happened.
    /// - Returns: The same with another body, or unchanged.
    public func decoded(_ exchange: ProbeExchange) -> ProbeExchange {
        var exchange = exchange
        switch exchange.outcome {
        case .success(.http(let response)):
            exchange.outcome = .success(.http(decoded(response)))
        case .success(.other):
            break
        case .failure(var failure):
            failure.partialResponse = failure.partialResponse.map { decoded($0) }
            exchange.outcome = .failure(failure)
        }
        return exchange
    }
}

extension ProbeResponse {
    /// Whether the body is said to be a text, or nothing is said of it.
    fileprivate var isText: Bool {
        guard let type = headers["Content-Type"]?.prefix(while: { $0 != ";" }).lowercased(), !type.isEmpty else {
            return true
        }
        return type.hasPrefix("text/") || ["html", "xml", "json", "javascript"].contains { type.contains($0) }
    }
}
