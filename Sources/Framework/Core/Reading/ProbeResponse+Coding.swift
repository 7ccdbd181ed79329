extension ProbeResponse {
    /// Registered content codings that no build decodes (IANA HTTP Content Coding Registry).
    private static let unreadCodings: Set<String> = ["br", "zstd", "compress", "x-compress", "dcb", "dcz"]

    /// The content codings that the header names, in lower case (RFC 9110, section 8.4).
    package var contentCodings: [String] {
        headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.filter { !$0.isWhitespace }.lowercased() }
    }

    /// The first coding that no build decodes; `nil` without such a coding.
    package var unreadCoding: String? { contentCodings.first(where: Self.unreadCodings.contains) }
}
