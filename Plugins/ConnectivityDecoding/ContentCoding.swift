internal import ConnectivityCore

extension ProbeResponse {
    /// The maximum number of codings that are undone: servers compress twice by mistake; five times is never
    /// intended.
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
}

extension ProbeResponse {
    /// Returns the response with its last coding undone, which is brotli, and no longer named; `nil` if the bytes are
    /// not compressed in this way, or if this build cannot undo it.
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

/// The format around a deflate stream.
enum Wrapping: Int32 {
    /// The header and checksum of gzip (RFC 1952).
    case gzip = 31
    /// The header and checksum of zlib (RFC 1950).
    case zlib = 15
    /// No header or checksum (RFC 1951).
    case none = -15

    /// The `windowBits` argument of zlib for the wrapping (`inflateInit2`).
    var windowBits: Int32 { rawValue }

    /// Whether the bytes begin with the header of the wrapping.
    func fits(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .gzip: bytes.starts(with: [0x1F, 0x8B, 0x08])
        case .zlib: bytes.count > 1 && bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
        case .none: true
        }
    }
}

/// The result of undoing a compression.
enum Inflated: Hashable {
    case whole([UInt8])
    /// The beginning of the content; the rest is missing, damaged or too long.
    case leading([UInt8])
    case notCompressed
    /// This build cannot decompress.
    case unavailable
}

extension [UInt8] {
    /// Whether the bytes are not UTF-8; compressed data longer than a few bytes is never UTF-8.
    fileprivate var isPerhapsCompressed: Bool { !isEmpty && !isUTF8 }
}
