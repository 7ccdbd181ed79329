/// A link of a `Link` header field (RFC 8288, section 3).
package struct Link: Hashable, Sendable {
    /// The target reference, as written.
    package let target: String
    /// The relations in lower case, such as `blocked-by`.
    package private(set) var relations: [String] = []

    /// Returns the links of the `Link` fields, in order; a field that exceeds the maximum size of a URL is skipped.
    package static func links(of headers: HeaderFields) -> [Link] {
        headers.values(of: "Link").filter { $0.utf8.count <= HTTPURL.byteCountMax }.flatMap { value in
            var links: [Link] = []
            var rest = Array(value.utf8)[...]
            while let link = Link(&rest) { links.append(link) }
            return links
        }
    }

    /// Returns whether the link has a relation in lower case, by name or by a URI that ends with the name.
    package func has(_ relation: String) -> Bool {
        relations.contains { $0 == relation || $0.hasSuffix("/\(relation)") }
    }

    /// Reads the next link and moves past it.
    private init?(_ rest: inout ArraySlice<UInt8>) {
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

    /// Reads an optional semicolon and the parameter after it, up to an unquoted semicolon or comma.
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
