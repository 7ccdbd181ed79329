package import ConnectivityCore

/// Converts the body of a response to plain UTF-8, so that validators can read it in any coding and character set.
///
/// First the content coding is undone: gzip, deflate and brotli if `Content-Encoding` names them (RFC 9110, section 8.4) and the
/// bytes agree, and gzip in a text even if no field names it. Then a text is converted to UTF-8 by the rules of browsers (WHATWG
/// Encoding and HTML, "Determining the character encoding"); invalid bytes become U+FFFD. Status and header fields stay as
/// received, except that `Content-Encoding` no longer names an undone brotli coding, which the bytes do not show.
///
/// - Decoding never fails, and its time is linear in the number of bytes. A body that cannot be decoded is left unchanged: with
///   another coding, with more than four codings, and every coded body in builds without the trait `Compression`.
/// - A text that is already UTF-8 is returned unchanged except for its byte order mark. Decoding twice changes nothing more.
/// - If a coded body is incomplete or damaged, the decodable part is kept and counts as cut.
package struct BodyDecoder: Hashable, Sendable {
    /// The maximum number of body bytes kept when a content coding is undone; a longer body counts as cut.
    ///
    /// The conversion to UTF-8 can then make the body up to three times as long.
    package var byteCountMax: Int

    package init(byteCountMax: Int = 256 * 1024) {
        precondition(byteCountMax >= 0, "the body limit must not be negative")
        self.byteCountMax = byteCountMax
    }

    /// Returns the response with its body decoded, or unchanged.
    package func decoded(_ response: ProbeResponse) -> ProbeResponse {
        let isText = response.isText
        guard var plain = response.withoutContentCoding(isText: isText, limit: byteCountMax) else { return response }
        if isText, let text = utf8Text(of: plain) { plain.body = text }
        return plain
    }

    /// Decodes the response of an exchange, or the partial response of its failure.
    package func decoded(_ exchange: ProbeExchange) -> ProbeExchange {
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
    /// Whether `Content-Type` names a text, or is absent.
    fileprivate var isText: Bool {
        guard let type = headers["Content-Type"]?.prefix(while: { $0 != ";" }).lowercased(), !type.isEmpty else {
            return true
        }
        return type.hasPrefix("text/") || ["html", "xml", "json", "javascript"].contains { type.contains($0) }
    }
}
