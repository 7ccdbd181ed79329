public import ConnectivityCore

/// The findings of a TLS handshake.
public struct TLSFindings: Hashable, Sendable {
    /// The version, such as `TLSv1.3`.
    public var version: String
    /// The cipher, by OpenSSL's name, such as `TLS_AES_256_GCM_SHA384`.
    public var cipher: String
    /// The protocol that the host chose among the offered ones (ALPN); `nil` if it chose none.
    package var protocolName: String?
    /// The reason why the certificate is not accepted; `nil` if it is.
    public var fault: ProbeFailure.TLSFault?
    /// The certificates that the host sent, its own first; at most eight.
    public var chain: [PeerCertificate]
    /// The stapled status of the host's certificate (RFC 6066, section 8); `nil` if it was not sent or not requested.
    public var staple: StapledStatus?

    package static let chainCountMax = 8

    /// Creates findings.
    package init(
        version: String,
        cipher: String,
        protocolName: String? = nil,
        fault: ProbeFailure.TLSFault? = nil,
        chain: [PeerCertificate],
        staple: StapledStatus? = nil
    ) {
        self.version = version
        self.cipher = cipher
        self.protocolName = protocolName
        self.fault = fault
        self.chain = chain
        self.staple = staple
    }

    package init?(facts: Facts) {
        guard let version = facts["version"]?.text, let cipher = facts["cipher"]?.text,
            let chain = facts["chain"]?.list, chain.count <= Self.chainCountMax
        else { return nil }
        let certificates = chain.compactMap { $0.record.flatMap { PeerCertificate(facts: $0) } }
        let fault = facts["fault"]?.text.map { name in ProbeFailure.TLSFault.allCases.first { $0.name == name } }
        let staple = facts["staple"]?.text.map(StapledStatus.init(rawValue:))
        guard certificates.count == chain.count, fault == nil || fault != .some(nil), staple != .some(nil) else {
            return nil
        }
        self.init(
            version: version,
            cipher: cipher,
            protocolName: facts["alpn"]?.text,
            fault: fault ?? nil,
            chain: certificates,
            staple: staple ?? nil
        )
    }

    package var facts: Facts {
        var facts: Facts = [
            "version": .text(version), "cipher": .text(cipher), "chain": .list(chain.map { .record($0.facts) }),
        ]
        if let protocolName { facts["alpn"] = .text(protocolName) }
        if let fault { facts["fault"] = .text(fault.name) }
        if let staple { facts["staple"] = .text(staple.rawValue) }
        return facts
    }
}
