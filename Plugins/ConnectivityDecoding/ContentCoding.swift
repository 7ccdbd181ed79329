internal import ConnectivityCore

extension ProbeResponse {
    /// Codings that are known and cannot be undone here (IANA HTTP Content Coding Registry).
    private static let unreadCodings: Set<String> = ["br", "zstd", "compress", "x-compress", "dcb", "dcz"]
    /// Servers compress twice by mistake; nobody means to do it five times.
    private static let layerCountMax = 4

    /// The response with its content codings undone.
    ///
    /// The bytes decide in what order and whether at all, because labels are wrong, doubled and turned round. Undoing
    /// goes on until nothing is left to undo, so that a second call finds nothing.
    ///
    /// - Parameters:
    ///   - isText: Whether compressed bytes are unexpected even where nothing names a coding.
    ///   - limit: The bytes of body to keep.
    /// - Returns: The response; `nil` where a coding remains.
    func withoutContentCoding(isText: Bool, limit: Int) -> ProbeResponse? {
        let codings = headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard Self.unreadCodings.isDisjoint(with: codings) else { return nil }
        let isCompressed = codings.contains { $0 == "gzip" || $0 == "x-gzip" || $0 == "deflate" }

        var response = self
        for _ in 0...Self.layerCountMax {
            guard response.body.isPerhapsCompressed else { return response }
            var candidates: [Wrapping] = isCompressed || isText ? [.gzip] : []
            // RFC 9110 means the zlib wrapping; some servers leave it out.
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

/// What stands around a deflate stream.
enum Wrapping: Int32 {
    /// A header and check of gzip (RFC 1952).
    case gzip = 31
    /// A header and check of zlib (RFC 1950).
    case zlib = 15
    /// Nothing (RFC 1951).
    case none = -15

    /// The number by which zlib knows the wrapping (`inflateInit2`).
    var windowBits: Int32 { rawValue }

    /// Whether bytes begin as the wrapping does.
    func fits(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .gzip: bytes.starts(with: [0x1F, 0x8B, 0x08])
        case .zlib: bytes.count > 1 && bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
        case .none: true
        }
    }
}

/// What came of undoing a compression.
enum Inflated: Hashable {
    /// Everything to the end.
    case whole([UInt8])
    /// The beginning, because the rest is missing, damaged or too long.
    case leading([UInt8])
    /// Nothing, because the bytes are something else.
    case notCompressed
    /// Nothing, because this build cannot do it.
    case unavailable
}

extension [UInt8] {
    /// Whether the bytes are no UTF-8, as nothing compressed is that is longer than a few bytes.
    fileprivate var isPerhapsCompressed: Bool { !isEmpty && !isUTF8 }
}
