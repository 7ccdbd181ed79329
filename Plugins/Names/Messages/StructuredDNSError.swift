package import ConnectivityCore

/// What a name server that filters says in data (draft-ietf-dnsop-structured-dns-error): why, who, and whom to ask.
///
/// It is the text of an extended error (RFC 8914) that is an object of JSON with the members `j` and `c`, and optionally `s`, `o` and
/// `l`; other members are ignored. Nothing of it can be trusted: every text is made safe for terminals and cut, and of the contacts only
/// addresses of the schemes mailto, tel, sips and https are kept. Only what an authenticated server sent over an encrypted transport says
/// who it is from, see `facts(isAuthenticated:)`.
public struct StructuredDNSError: Hashable, Sendable {
    /// The most bytes of a text that are read.
    package static let byteCountMax = 1_024
    package static let contactCountMax = 4
    /// The number of characters that are kept of each text.
    private static let characterCountMax = 200
    private static let depthMax = 4
    private static let schemes = ["mailto:", "tel:", "sips:", "https:"]

    /// Why the name is filtered, in the words of the server.
    public let justification: String
    /// Addresses to ask, such as `mailto:help@example.net`; at most four.
    public let contacts: [String]
    /// The code in the registry of the draft, from 1 through 255; `nil` if none is stated.
    public let suberror: UInt8?
    /// The organization that filters, in the words of the server; `nil` if none is stated.
    public let organization: String?
    /// The language of the texts (RFC 5646); `nil` if none is stated.
    public let language: String?

    /// Reads the text of an extended error; `nil` if it is no such object, or lacks a mandatory member.
    /// - Parameter text: The text; longer ones than 1,024 bytes are not read.
    public init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "{"), text.utf8.count <= Self.byteCountMax else { return nil }
        // I-JSON (RFC 7493) has no name twice, which the reader refuses.
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

    /// The meaning of ``suberror`` according to the draft; `nil` if none is stated or it is unknown.
    public var category: String? {
        let categories = [
            "malware", "phishing", "spam", "spyware", "policy of the network's operator", "policy of the DNS operator",
        ]
        return suberror.flatMap { (1...categories.count).contains(Int($0)) ? categories[Int($0) - 1] : nil }
    }
}

extension ExtendedDNSError {
    /// The codes to which data may belong: Blocked and Filtered.
    private static let filtering: Set<UInt16> = [15, 17]

    /// What the server says in data; `nil` if its text is no such data, or if the code is not one of filtering.
    public var structured: StructuredDNSError? { Self.filtering.contains(code) ? StructuredDNSError(text) : nil }

    /// The facts of a reason: the code and its purpose, and what the server says in data.
    ///
    /// Data has `suberror` and `category`, and of a server that is authenticated over an encrypted transport also
    /// `justification`, `organization`, `contacts` and `language`; what anybody on the way can have put there is left
    /// out (section 5.3 of the draft). A text that is not structured is kept unchanged.
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
