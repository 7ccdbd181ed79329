/// What tells one vendor's gateway from all others: signs that must all be there.
struct PortalFingerprint: Sendable {
    /// One sign; all texts are in small letters, and so is what they are compared with.
    enum Sign: Sendable {
        /// A URL of the portal that has this host, or one below it.
        case host(String)
        /// A URL of the portal with this port.
        case port(UInt16)
        /// A URL of the portal with exactly this path.
        case path(String)
        /// A URL of the portal that holds this text anywhere.
        case url(String)
        /// A URL of the portal whose query has parameters of all these names.
        case parameters([String])
        /// A header field whose value holds this text.
        case header(String, String)
        /// A text within the first 64 KiB of the body.
        case body(String)
    }

    /// The name for people.
    let vendor: String
    /// The signs; those of a URL must hold of the same one.
    let signs: [Sign]

    init(_ vendor: String, _ signs: Sign...) {
        self.vendor = vendor
        self.signs = signs
    }

    /// The vendor of the first fingerprint that fits.
    /// - Parameters:
    ///   - portal: The portal, with its URLs. The asked URL says nothing of who answers and does not count.
    ///   - response: What the portal answered.
    /// - Returns: `nil` where none fits, which is better than a wrong one.
    static func vendor(of portal: Portal, in response: ProbeResponse) -> String? {
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
        static let bodyByteCountMax = 64 * 1024

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
        /// The texts of all fingerprints that stand in the body.
        let texts: Set<String>

        private static let allTexts: [String] = Set(
            table.flatMap(\.signs).compactMap { if case .body(let text) = $0 { text } else { nil } }
        ).sorted()
        private static let textSet = TextSet(allTexts)

        static func texts(in body: [UInt8]) -> Set<String> {
            Set(textSet.all(in: body.prefix(bodyByteCountMax).map(\.asciiLowercased)).map { allTexts[$0] })
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
    fileprivate var isOfURL: Bool {
        switch self {
        case .header, .body: false
        case .host, .port, .path, .url, .parameters: true
        }
    }

    /// Whether the sign is there in a URL; signs that are not of a URL do not speak against it.
    fileprivate func holds(of address: PortalFingerprint.Evidence.Address) -> Bool {
        switch self {
        case .host(let name): address.url.host == name || address.url.host.hasSuffix(".\(name)")
        case .port(let port): address.url.port == port
        case .path(let path): address.path == path
        case .url(let text): address.text.contains(Array(text.utf8))
        case .parameters(let names): address.names.isSuperset(of: names)
        case .header, .body: true
        }
    }
}
