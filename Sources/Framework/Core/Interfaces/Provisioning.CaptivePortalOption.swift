extension Provisioning {
    /// The portal information that a network provides to a client that joins (RFC 8910, section 2).
    ///
    /// It is DHCPv4 option 114, DHCPv6 option 103, or option 37 of a router advertisement.
    public enum CaptivePortalOption: Hashable, Sendable {
        /// The URL of the API (RFC 8908), always `https`.
        case api(HTTPURL)
        /// There is no portal: the URI is `urn:ietf:params:capport:unrestricted`.
        case unrestricted

        /// The URI of ``unrestricted`` (RFC 8910, section 2).
        static let unrestrictedURI = "urn:ietf:params:capport:unrestricted"

        /// The reason why an option has no URL that can be requested.
        public enum Fault: Error, Hashable, Sendable {
            /// The value has bytes that are not allowed in a URI.
            case notText
            /// The URL is not usable.
            case url(HTTPURL.Fault)
            /// The URL is not `https`, which an API must be (RFC 8908, section 4).
            case notSecure
        }

        /// Reads the value of an option, without its type and length.
        ///
        /// Trailing zero bytes are removed: router advertisements are padded with them, and some DHCP servers add one although RFC
        /// 8910 forbids it. The host may be an address.
        package init(_ value: [UInt8]) throws(Fault) {
            var text = value[...]
            while text.last == 0 { text.removeLast() }
            guard text.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .notText }
            let uri = String(decoding: text, as: UTF8.self)
            if uri.lowercased() == Self.unrestrictedURI {
                self = .unrestricted
                return
            }
            let url: HTTPURL
            do throws(HTTPURL.Fault) {
                url = try HTTPURL(uri).fromNetwork()
            } catch {
                throw .url(error)
            }
            guard url.scheme == .https else { throw .notSecure }
            self = .api(url)
        }
    }
}

extension Provisioning.CaptivePortalOption.Fault: CustomStringConvertible {
    /// The fault as one clause, in words for people.
    public var description: String {
        switch self {
        case .notText: "it contains bytes that are not allowed in a URI"
        case .url(let fault): fault.description
        case .notSecure: "it is not an https URL, but the URL of a portal API must be one"
        }
    }
}

extension Provisioning.CaptivePortalOption: CustomStringConvertible {
    /// The URI in the option.
    public var description: String {
        switch self {
        case .api(let url): url.description
        case .unrestricted: Self.unrestrictedURI
        }
    }
}
