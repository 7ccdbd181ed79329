// The encoding of forms, `application/x-www-form-urlencoded` (URL Standard, section 5), and octets as digits.

extension String {
    /// The text as a name or a value of a form.
    package var formEncoded: String {
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: " "): encoded += "+"
            case _ where byte.isASCIIDigit || byte.isASCIILetter || "*-._".utf8.contains(byte):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default: encoded += "%" + CollectionOfOne(byte).hexadecimal.uppercased()
            }
        }
        return encoded
    }

    /// The text as one segment of a path or one value of a query (RFC 3986, section 2.3).
    package var percentEncoded: String {
        utf8.reduce(into: "") { encoded, byte in
            if byte.isASCIIDigit || byte.isASCIILetter || "-._~".utf8.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%" + CollectionOfOne(byte).hexadecimal.uppercased()
            }
        }
    }

    /// The names and values of a form, decoded, in order; a name without `=` has an empty value.
    package var formFields: [(name: String, value: String)] {
        Array(utf8).split(separator: UInt8(ascii: "&")).map(\.formField)
    }
}

extension ArraySlice<UInt8> {
    /// The name and the value of one field of a form, decoded; the value is empty if it has no `=`.
    package var formField: (name: String, value: String) {
        let end = firstIndex(of: UInt8(ascii: "=")) ?? endIndex
        return (self[..<end].decoded(plusIsSpace: true), self[end...].dropFirst().decoded(plusIsSpace: true))
    }

    /// The text with percent-encoded octets decoded (RFC 3986, section 2.1); an invalid encoding stays unchanged.
    package var percentDecoded: String { decoded(plusIsSpace: false) }

    private func decoded(plusIsSpace: Bool) -> String {
        var output: [UInt8] = []
        var rest = self
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isASCIIHexDigit),
                let octet = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                output.append(octet)
                rest = rest.dropFirst(2)
            } else {
                output.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension Sequence<UInt8> {
    /// The octets as pairs of lowercase hexadecimal digits.
    package var hexadecimal: String { map(\.hexadecimal).joined() }
}

extension UInt8 {
    /// The octet as two lowercase hexadecimal digits.
    package var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}
