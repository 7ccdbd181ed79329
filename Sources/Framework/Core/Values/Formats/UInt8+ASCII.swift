extension UInt8 {
    // Comparisons instead of ranges, which are many times slower in unoptimized builds.

    @inlinable package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    @inlinable package var isASCIILetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

    @inlinable package var isASCIIHexDigit: Bool { isASCIIDigit || self | 0x20 >= 0x61 && self | 0x20 <= 0x66 }

    @inlinable package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    /// Whether the byte is allowed in a token (RFC 9110, section 5.6.2).
    package var isTokenByte: Bool { isASCIILetter || isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}

extension String {
    /// Whether the text is a valid name of a field (RFC 9110, section 5.6.2).
    package var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenByte) }
}
