extension UInt8 {
    // Comparisons instead of ranges, which are many times slower in unoptimized builds.

    @inlinable package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    @inlinable package var isASCIILetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

    @inlinable package var isASCIIHexDigit: Bool { isASCIIDigit || self | 0x20 >= 0x61 && self | 0x20 <= 0x66 }

    @inlinable package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
