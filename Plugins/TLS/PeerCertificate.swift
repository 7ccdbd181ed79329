public import ConnectivityCore

/// A certificate that a host sent (RFC 5280).
public struct PeerCertificate: Hashable, Sendable {
    /// The subject, in the form of RFC 4514, such as `CN=www.example`; at most 300 characters.
    public var subject: String
    /// The issuer, in the same form.
    public var issuer: String
    /// The DNS names and addresses of the certificate; at most 100.
    public var names: [String]
    /// The first moment at which it is valid.
    public var notBefore: Timestamp
    /// The last moment at which it is valid.
    public var notAfter: Timestamp
    /// The days until ``notAfter`` at the time of the probe; negative if the certificate had expired.
    public var daysLeft: Double
    /// The SHA-256 of its public key (SubjectPublicKeyInfo) in Base64, as in RFC 7469; `nil` if unknown.
    ///
    /// A renewed certificate keeps it if the key stays.
    package var keyDigest: String?

    package static let nameCountMax = 100

    /// Creates a certificate.
    package init(
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

    /// The facts of a failure because the certificate is not accepted, with the cause if that is its time.
    package func failureFacts(because fault: ProbeFailure.TLSFault?) -> Facts {
        var failure: Facts = ["certificate": .record(facts)]
        guard fault == .expired else { return failure }
        let now = notAfter.sinceEpoch - .seconds(daysLeft * 86_400)
        if daysLeft < 0 { failure["cause"] = "certificate-expired" }
        if notBefore.sinceEpoch > now { failure["cause"] = "certificate-not-yet-valid" }
        return failure
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
