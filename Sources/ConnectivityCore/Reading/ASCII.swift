extension UInt8 {
    // Comparisons, not ranges, which cost many times as much where nothing is optimized.

    /// Whether the byte is one of `0` through `9`.
    @inlinable package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether the byte is one of `a` through `z` or `A` through `Z`.
    @inlinable package var isASCIILetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

    /// Whether the byte is a hexadecimal digit, with small letters or capitals.
    @inlinable package var isASCIIHexDigit: Bool { isASCIIDigit || self | 0x20 >= 0x61 && self | 0x20 <= 0x66 }

    /// The byte with an ASCII capital made small.
    @inlinable package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
