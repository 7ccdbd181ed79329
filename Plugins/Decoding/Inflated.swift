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

enum Inflated: Hashable {
    case whole([UInt8])
    /// The beginning of the content; the rest is missing, damaged or too long.
    case leading([UInt8])
    case notCompressed
    /// This build cannot decompress.
    case unavailable
}
