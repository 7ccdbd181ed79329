package import ConnectivityCore
import ConnectivitySupport

/// Header fields, gathered from lines (RFC 9112, section 5).
package struct HeaderBlock {
    package private(set) var fields = HeaderFields()

    package init() {}

    /// Takes one line.
    /// - Parameter line: A field, or the continuation of the one before, which begins with a space or a tab.
    /// - Returns: Whether the line is one of the two.
    package mutating func append(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first else { return false }
        if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            guard let last = fields.fields.indices.last else { return false }
            let joined = [fields.fields[last].value, Self.text(line)].filter { !$0.isEmpty }
            fields.fields[last].value = joined.joined(separator: " ")
            return true
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let name = line[..<colon]
        guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else { return false }
        let value = Self.text(line[line.index(after: colon)...])
        fields.fields.append(HeaderFields.Field(name: String(decoding: name, as: UTF8.self), value: value))
        return true
    }

    /// The text of a value without white space around it: UTF-8, or ISO 8859-1 where the bytes are not.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var rest = bytes
        while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
        while let last = rest.last, last == 0x20 || last == 0x09 || last == 0x0D { rest.removeLast() }
        if let text = String(validating: rest, as: UTF8.self) { return text }
        var text = ""
        for byte in rest { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }
}
