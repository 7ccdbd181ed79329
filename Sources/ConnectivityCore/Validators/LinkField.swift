extension HeaderFields {
    /// Where the first link of a relation leads (RFC 8288, section 3).
    ///
    /// - Parameter relation: The relation in small letters. A link may also name it by a URI that ends with it.
    /// - Returns: The reference, or `nil` where there is no such link.
    func linkTarget(relation: String) -> String? {
        for value in values(of: "Link") where value.utf8.count <= HTTPURL.byteCountMax {
            var rest = Array(value.utf8)[...]
            while let link = LinkField(&rest) {
                if link.relations.contains(where: { $0 == relation || $0.hasSuffix("/\(relation)") }) {
                    return link.target
                }
            }
        }
        return nil
    }
}

/// One link of a `Link` field.
private struct LinkField {
    let target: String
    private(set) var relations: [String] = []

    /// Reads past the next link.
    init?(_ rest: inout ArraySlice<UInt8>) {
        guard let open = rest.firstIndex(of: UInt8(ascii: "<")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        target = String(decoding: rest[(open + 1)..<close], as: UTF8.self)
        rest = rest[(close + 1)...]
        while let byte = rest.first, byte != UInt8(ascii: ",") {
            let parameter = Self.parameter(&rest)
            let parts = String(decoding: parameter, as: UTF8.self).split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "rel", relations.isEmpty
            else { continue }
            relations = parts[1].lowercased().filter { $0 != "\"" }.split(separator: " ").map(String.init)
        }
    }

    /// Reads past a semicolon and what follows up to the next one or a comma, neither within quotes.
    private static func parameter(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if rest.first == UInt8(ascii: ";") { rest.removeFirst() }
        var isQuoted = false
        let end = rest.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return !isQuoted && (byte == UInt8(ascii: ";") || byte == UInt8(ascii: ","))
        }
        defer { rest = rest[(end ?? rest.endIndex)...] }
        return rest[..<(end ?? rest.endIndex)]
    }
}
