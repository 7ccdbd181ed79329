import ConnectivityCore

extension ProbeResponse {
    /// The maximum number of codings that are undone: servers compress twice by mistake, but never five times.
    private static let layerCountMax = 4

    /// Returns the response with its content codings undone, and with at most `limit` bytes; `nil` if a coding remains.
    ///
    /// The bytes decide the order of the codings and whether to undo them, because labels are often wrong, repeated or
    /// reversed. Undoing repeats until no coding is left, so that a second call changes nothing. If the body should be
    /// a text, gzip is undone even if no field names a coding.
    func withoutContentCoding(isText: Bool, limit: Int) -> ProbeResponse? {
        var response = self
        for _ in 0..<Self.layerCountMax where response.contentCodings.last == "br" {
            guard let plain = response.withoutBrotli(limit: limit) else { return nil }
            response = plain
        }
        guard response.unreadCoding == nil else { return nil }
        let codings = response.contentCodings
        let isCompressed = codings.contains { $0 == "gzip" || $0 == "x-gzip" || $0 == "deflate" }

        for _ in 0...Self.layerCountMax {
            guard response.body.isPerhapsCompressed else { return response }
            var candidates: [Wrapping] = isCompressed || isText ? [.gzip] : []
            // RFC 9110 requires the zlib wrapping; some servers omit it.
            if codings.contains("deflate") { candidates += [.zlib, .none] }
            guard let wrapping = candidates.first(where: { $0.fits(response.body) }) else { return response }
            switch inflated(response.body, wrapping, limit: limit) {
            case .notCompressed:
                return response
            case .unavailable:
                return nil
            case .whole(let bytes):
                response.body = bytes
            case .leading(let bytes):
                response.body = bytes
                response.completeness = .cutAtLimit
            }
        }
        return nil
    }

    /// Returns the response without its last coding, brotli; `nil` if the bytes do not have it or this build lacks it.
    private func withoutBrotli(limit: Int) -> ProbeResponse? {
        guard body.isPerhapsCompressed else { return nil }
        var response = self
        switch unbrotlied(body, limit: limit) {
        case .unavailable, .notCompressed: return nil
        case .whole(let bytes): response.body = bytes
        case .leading(let bytes): (response.body, response.completeness) = (bytes, .cutAtLimit)
        }
        response.headers.fields.removeAll { $0.name.lowercased() == "content-encoding" }
        let rest = contentCodings.dropLast().joined(separator: ", ")
        if !rest.isEmpty { response.headers.fields.append(.init(name: "Content-Encoding", value: rest)) }
        return response
    }
}

extension [UInt8] {
    /// Whether the bytes are not UTF-8; compressed data longer than a few bytes is never UTF-8.
    fileprivate var isPerhapsCompressed: Bool { !isEmpty && !isUTF8 }
}
