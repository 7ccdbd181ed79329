extension String {
    /// Whether the text is a valid name of an HTTP field (RFC 9110, section 5.6.2).
    package var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenByte) }

    /// Whether the text has a control character other than tab, which would end or break a field.
    package var hasControlCharacter: Bool { utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
}

extension UInt8 {
    /// Whether the byte is allowed in a token (RFC 9110, section 5.6.2).
    package var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default:
            "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
