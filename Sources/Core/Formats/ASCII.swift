extension UInt8 {
    // Comparisons instead of ranges, which are many times slower in unoptimized builds.

    /// Whether the byte is one of `0` through `9`.
    @inlinable package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether the byte is one of `a` through `z` or `A` through `Z`.
    @inlinable package var isASCIILetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

    /// Whether the byte is a hexadecimal digit, in lower or upper case.
    @inlinable package var isASCIIHexDigit: Bool { isASCIIDigit || self | 0x20 >= 0x61 && self | 0x20 <= 0x66 }

    /// The byte, with an ASCII uppercase letter converted to lower case.
    @inlinable package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
