/// A set of signs that identifies one vendor's gateway; all signs must match.
struct PortalFingerprint: Sendable {
    /// One sign; all texts are in lower case, and are compared with lowercase text.
    enum Sign: Sendable {
        /// A URL of the portal with this host or a subdomain of it.
        case host(String)
        /// A URL of the portal with this port.
        case port(UInt16)
        /// A URL of the portal with exactly this path.
        case path(String)
        /// A URL of the portal that contains this text anywhere.
        case url(String)
        /// A URL of the portal whose query has parameters with all these names.
        case parameters([String])
        /// A header field whose value contains this text.
        case header(String, String)
        /// A text within the first 64 KiB of the body.
        case body(String)
    }

    let vendor: String
    /// The signs; those about a URL must all match the same URL.
    let signs: [Sign]

    /// The known gateways; the first match counts.
    static let table = EmbeddedTable.rows(of: PackageResources.fingerprints_tsv, columns: 2).map { row in
        PortalFingerprint(vendor: row[0], signs: row[1].split(separator: " & ").map { Sign(written: String($0)) })
    }

    /// Returns the vendor of the first matching fingerprint; `nil` without one, because no vendor is better than a wrong one.
    ///
    /// The requested URL does not count, because it shows nothing about the author.
    static func vendor(of portal: CaptivePortal, in response: ProbeResponse) -> String? {
        let signIn = portal.source == .page ? nil : portal.signInURL
        let evidence = Evidence(
            urls: [signIn, portal.wispr?.loginURL, portal.wispr?.logoffURL, portal.api?.userPortalURL]
                .compactMap { $0.map(Evidence.Address.init) },
            headers: response.headers,
            texts: Evidence.texts(in: response.body)
        )
        return table.first(where: evidence.fits)?.vendor
    }

    fileprivate struct Evidence {
        static let maximumBodySize = 64 * 1024

        struct Address {
            let url: HTTPURL
            let path: String
            let text: [UInt8]
            let names: Set<String>

            init(_ url: HTTPURL) {
                self.url = url
                path = url.path.lowercased()
                text = Array(url.description.lowercased().utf8)
                let pairs = (url.query ?? "").lowercased().split(maxSplits: 64) { $0 == "&" || $0 == ";" }
                names = Set(pairs.map { String($0.prefix { $0 != "=" }) })
            }
        }

        let urls: [Address]
        let headers: HeaderFields
        /// The texts of all fingerprints that the body contains.
        let texts: Set<String>

        private static let allTexts: [String] = Set(
            table.flatMap(\.signs).compactMap { if case .body(let text) = $0 { text } else { nil } }
        ).sorted()
        private static let textSet = TextSet(allTexts)

        static func texts(in body: [UInt8]) -> Set<String> {
            Set(textSet.all(in: body.prefix(maximumBodySize).asciiLowercased).map { allTexts[$0] })
        }

        func fits(_ fingerprint: PortalFingerprint) -> Bool {
            var needsURL = false
            for sign in fingerprint.signs {
                if sign.isOfURL { needsURL = true } else if !holdsWithoutURL(sign) { return false }
            }
            return !needsURL || urls.contains { url in fingerprint.signs.allSatisfy { $0.holds(of: url) } }
        }

        private func holdsWithoutURL(_ sign: Sign) -> Bool {
            switch sign {
            case .header(let name, let value):
                headers.values(of: name).contains { Array($0.lowercased().utf8).contains(Array(value.utf8)) }
            case .body(let text): texts.contains(text)
            case .host, .port, .path, .url, .parameters: true
            }
        }
    }
}

extension PortalFingerprint.Sign {
    /// Reads a sign of the table, such as `path /login` or `header Server: mikrotik`.
    fileprivate init(written text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words[0], words[1]) {
        case ("host", let name): self = .host(name)
        case ("port", let number): self = .port(UInt16(number) ?? 0)
        case ("path", let path): self = .path(path)
        case ("url", let part): self = .url(part)
        case ("parameters", let names): self = .parameters(names.split(separator: ",").map(String.init))
        case ("header", let field):
            let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
            self = .header(parts[0], parts[1])
        case ("body", let part): self = .body(part)
        default: preconditionFailure("no sign: \(text)")
        }
    }

    fileprivate var isOfURL: Bool {
        switch self {
        case .header, .body: false
        case .host, .port, .path, .url, .parameters: true
        }
    }

    /// Returns whether a URL has the sign; signs that are not about a URL count as matched.
    fileprivate func holds(of address: PortalFingerprint.Evidence.Address) -> Bool {
        switch self {
        case .host(let name): address.url.host == name || address.url.host.hasSuffix(".\(name)")
        case .port(let port): address.url.port == port
        case .path(let path): address.path == path
        case .url(let text): address.text.contains(bytes: Array(text.utf8))
        case .parameters(let names): address.names.isSuperset(of: names)
        case .header, .body: true
        }
    }
}
