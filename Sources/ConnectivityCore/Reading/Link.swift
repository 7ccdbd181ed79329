/// A link of a header (RFC 8288, section 3).
public struct Link: Hashable, Sendable {
    /// The reference to which it leads, as written.
    public let target: String
    /// The relations in small letters, such as `blocked-by`.
    public private(set) var relations: [String] = []

    /// The links of the `Link` fields, in order; a field that is longer than a URL may be is passed over.
    /// - Parameter headers: The header fields of a response.
    /// - Returns: As many as there are.
    static func links(of headers: HeaderFields) -> [Link] {
        headers.values(of: "Link").filter { $0.utf8.count <= HTTPURL.byteCountMax }.flatMap { value in
            var links: [Link] = []
            var rest = Array(value.utf8)[...]
            while let link = Link(&rest) { links.append(link) }
            return links
        }
    }

    /// Whether the link names a relation, or names it by a URI that ends with it.
    /// - Parameter relation: The relation in small letters.
    /// - Returns: Whether it is one of ``relations``.
    public func has(_ relation: String) -> Bool {
        relations.contains { $0 == relation || $0.hasSuffix("/\(relation)") }
    }

    /// Reads past the next link.
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
