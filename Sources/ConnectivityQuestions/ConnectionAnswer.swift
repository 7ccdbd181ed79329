public import ConnectivityCore

/// What an open connection showed.
///
/// Its facts are `from`, `steps` (how many of the dialogue came about), `received`, with TLS a record `tls` with `version`,
/// `cipher`, `alpn`, `fault` and `chain`, and with QUIC the list `quicVersions`.
public struct ConnectionAnswer: TypedAnswer, Hashable {
    public static let kind = ConnectionQuestion.kind

    /// The host that answered.
    public var source: IPAddress
    /// What TLS showed; `nil` without TLS.
    public var tls: TLSFindings?
    /// The versions of QUIC that the host speaks, with reserved ones (RFC 9000, section 15); empty without QUIC.
    public var quicVersions: [UInt32]
    /// The number of steps of the dialogue that came about.
    public var stepCount: Int
    /// What came in the dialogue, as far as the limit of the request for a body allows.
    public var received: [UInt8]

    /// Creates an answer.
    public init(
        from source: IPAddress,
        tls: TLSFindings? = nil,
        quicVersions: [UInt32] = [],
        stepCount: Int = 0,
        received: [UInt8] = []
    ) {
        self.source = source
        self.tls = tls
        self.quicVersions = quicVersions
        self.stepCount = stepCount
        self.received = received
    }

    public init?(facts: Facts) {
        guard let source = facts["from"]?.text.flatMap({ try? IPAddress($0) }),
            let steps = facts["steps"]?.integer.flatMap({ Int(exactly: $0) }),
            ConnectionQuestion.stepCounts.contains(steps), let received = (facts["received"] ?? .bytes([])).bytes,
            let versions = (facts["quicVersions"] ?? []).list
        else { return nil }
        let tls = facts["tls"].map { $0.record.flatMap { TLSFindings(facts: $0) } }
        let numbers = versions.compactMap { $0.integer.flatMap { UInt32(exactly: $0) } }
        guard numbers.count == versions.count, tls == nil || tls != .some(nil) else { return nil }
        self.init(from: source, tls: tls ?? nil, quicVersions: numbers, stepCount: steps, received: received)
    }

    public var facts: Facts {
        var facts: Facts = ["from": .text("\(source)"), "steps": Fact(stepCount)]
        if let tls { facts["tls"] = .record(tls.facts) }
        if !quicVersions.isEmpty { facts["quicVersions"] = .list(quicVersions.map { .integer(Int64($0)) }) }
        if !received.isEmpty { facts["received"] = .bytes(received) }
        return facts
    }
}

/// What a TLS handshake showed.
public struct TLSFindings: Hashable, Sendable {
    /// The version, such as `TLSv1.3`.
    public var version: String
    /// The cipher, by OpenSSL's name, such as `TLS_AES_256_GCM_SHA384`.
    public var cipher: String
    /// The protocol that the host chose of those offered (ALPN); `nil` if it chose none.
    public var protocolName: String?
    /// Why the certificate is not accepted; `nil` if it is.
    public var fault: ProbeFailure.TLSFault?
    /// The certificates that the host sent, its own first; at most eight.
    public var chain: [PeerCertificate]
    /// The status of the host's own certificate that it sent with it (OCSP stapling, RFC 6066, section 8); `nil` if it sent none,
    /// or if it was not asked.
    public var staple: StapledStatus?

    package static let chainCountMax = 8

    /// Creates findings.
    public init(
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

/// What a host's stapled OCSP response (RFC 6960) says of its certificate.
///
/// The first three are said by the authority, whose signature was checked, for this certificate and this time.
@nonexhaustive
public enum StapledStatus: String, Hashable, Sendable, CaseIterable {
    /// The certificate is not revoked.
    case good
    /// The certificate is revoked.
    case revoked
    /// The authority does not know the certificate.
    case unknown
    /// The response is about another time.
    case outdated
    /// The response is about another certificate, or its signature is not that of the authority.
    case untrusted
    /// The response reports an error of the authority, or is not an OCSP response.
    case unreadable
}

/// A certificate that a host sent (RFC 5280).
public struct PeerCertificate: Hashable, Sendable {
    /// The subject, in the form of RFC 4514, such as `CN=www.example`; at most 300 characters.
    public var subject: String
    /// The issuer, in the same form.
    public var issuer: String
    /// The DNS names and addresses that it is for; at most 100.
    public var names: [String]
    /// The first moment at which it is valid.
    public var notBefore: Timestamp
    /// The last moment at which it is valid.
    public var notAfter: Timestamp
    /// The days until ``notAfter`` when it was seen; negative if it had expired.
    public var daysLeft: Double
    /// The SHA-256 of its public key (SubjectPublicKeyInfo) in Base64, as in RFC 7469; `nil` if it is not known.
    ///
    /// A renewed certificate keeps it if the key stays.
    public var keyDigest: String?

    package static let nameCountMax = 100

    /// Creates a certificate.
    public init(
        subject: String,
        issuer: String,
        names: [String] = [],
        notBefore: Timestamp,
        notAfter: Timestamp,
        daysLeft: Double,
        keyDigest: String? = nil
    ) {
        self.subject = subject
        self.issuer = issuer
        self.names = names
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.daysLeft = daysLeft
        self.keyDigest = keyDigest
    }

    package init?(facts: Facts) {
        guard let subject = facts["subject"]?.text, let issuer = facts["issuer"]?.text,
            let list = (facts["names"] ?? []).list, list.count <= Self.nameCountMax,
            let notBefore = facts["notBefore"]?.text.flatMap({ Timestamp(rfc3339: $0) }),
            let notAfter = facts["notAfter"]?.text.flatMap({ Timestamp(rfc3339: $0) }),
            let daysLeft = facts["daysLeft"]?.number
        else { return nil }
        let names = list.compactMap(\.text)
        guard names.count == list.count else { return nil }
        self.init(
            subject: subject,
            issuer: issuer,
            names: names,
            notBefore: notBefore,
            notAfter: notAfter,
            daysLeft: daysLeft,
            keyDigest: facts["spki"]?.text
        )
    }

    package var facts: Facts {
        var facts: Facts = [
            "subject": .text(subject), "issuer": .text(issuer), "names": .list(names.map { .text($0) }),
            "notBefore": .text("\(notBefore)"), "notAfter": .text("\(notAfter)"), "daysLeft": .number(daysLeft),
        ]
        if let keyDigest { facts["spki"] = .text(keyDigest) }
        return facts
    }
}
