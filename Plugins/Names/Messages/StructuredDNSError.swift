package import ConnectivityCore

/// The structured data of a name server that filters: its reason, its operator, and contacts.
///
/// It is the text of an extended error (RFC 8914) that is a JSON object with the members `j` and `c`, and optionally
/// `s`, `o` and `l` (draft-ietf-dnsop-structured-dns-error); other members are ignored. Nothing in it can be trusted:
/// every text is made safe for terminals and cut, and only contacts with the schemes mailto, tel, sips and https are
/// kept. Its origin is known only if an authenticated server sent it over an encrypted transport, see
/// `facts(isAuthenticated:)`.
package struct StructuredDNSError: Hashable, Sendable {
    /// The maximum size of a text that is read, in bytes.
    package static let byteCountMax = 1_024
    package static let contactCountMax = 4
    /// The maximum number of characters kept of each text.
    private static let characterCountMax = 200
    private static let depthMax = 4
    private static let schemes = ["mailto:", "tel:", "sips:", "https:"]

    /// The reason for the filter, in the words of the server.
    package let justification: String
    /// Addresses to ask, such as `mailto:help@example.net`; at most four.
    package let contacts: [String]
    /// The code in the registry of the draft, from 1 through 255; `nil` if none is stated.
    package let suberror: UInt8?
    /// The organization that filters, in the words of the server; `nil` if none is stated.
    package let organization: String?
    /// The language of the texts (RFC 5646); `nil` if none is stated.
    package let language: String?

    /// Reads the text of an extended error, of at most 1,024 bytes; `nil` for other texts, or without a mandatory
    /// member.
    package init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "{"), text.utf8.count <= Self.byteCountMax else { return nil }
        // The reader refuses names that occur twice, which I-JSON (RFC 7493) forbids.
        var reader = JSONReader(Array(text.utf8), byteCountMax: Self.byteCountMax, depthMax: Self.depthMax)
        guard let object = try? reader.document(), case .object = object.value,
            let reason = object["j"]?.string, !reason.isEmpty, case .array(let written)? = object["c"]?.value,
            !written.isEmpty
        else { return nil }
        func printable(_ text: String) -> String { text.printable(limit: Self.characterCountMax) }
        justification = printable(reason)
        let addresses = written.prefix(2 * Self.contactCountMax).compactMap(\.string).filter { text in
            Self.schemes.contains { text.lowercased().hasPrefix($0) }
        }
        contacts = addresses.prefix(Self.contactCountMax).map(printable)
        suberror = object["s"]?.whole(UInt8.self).flatMap { $0 == 0 ? nil : $0 }
        organization = object["o"]?.string.flatMap { $0.isEmpty ? nil : printable($0) }
        language = object["l"]?.string.flatMap { text in
            let isTag =
                (2...35).contains(text.utf8.count)
                && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
            return isTag ? text : nil
        }
    }

    /// The meaning of ``suberror`` according to the draft; `nil` if it is not stated or unknown.
    package var category: String? {
        let categories = [
            "malware", "phishing", "spam", "spyware", "policy of the network's operator", "policy of the DNS operator",
        ]
        return suberror.flatMap { (1...categories.count).contains(Int($0)) ? categories[Int($0) - 1] : nil }
    }
}

extension ExtendedDNSError {
    /// The codes that may have structured data: Blocked and Filtered.
    private static let filtering: Set<UInt16> = [15, 17]

    /// The server's structured data; `nil` if the text has another form or the code does not mean filtering.
    package var structured: StructuredDNSError? { Self.filtering.contains(code) ? StructuredDNSError(text) : nil }

    /// The facts of a reason: the code and its purpose, and the structured data.
    ///
    /// Structured data has the facts `suberror` and `category`, and from a server that is authenticated over an
    /// encrypted transport also `justification`, `organization`, `contacts` and `language`; other hosts on the path
    /// could have written these (section 5.3 of the draft). A text that is not structured is kept unchanged.
    package func facts(isAuthenticated: Bool) -> Facts {
        guard let structured else { return facts }
        var facts = self.facts
        facts["text"] = nil
        if let suberror = structured.suberror { facts["suberror"] = .integer(Int64(suberror)) }
        if let category = structured.category { facts["category"] = .text(category) }
        guard isAuthenticated else { return facts }
        facts["justification"] = .text(structured.justification)
        if !structured.contacts.isEmpty { facts["contacts"] = .list(structured.contacts.map { .text($0) }) }
        if let organization = structured.organization { facts["organization"] = .text(organization) }
        if let language = structured.language { facts["language"] = .text(language) }
        return facts
    }
}
