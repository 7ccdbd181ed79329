package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Expects every certificate of the host to stay valid for a number of days, over HTTPS or a connection with TLS.
///
/// A certificate that is valid, but for fewer days, is genuine with the code ``expiresCode``, so that it can be renewed before the
/// service fails: the observation of a service has the severity `warning` then. One that has expired is `failed`. Without TLS, or
/// if the prober has no findings of TLS, there is no verdict. The days are those at the time of the probe, so a record is judged
/// the same way later.
package struct CertificateLifetime: TLSReader, Hashable {
    /// The smallest accepted number of days, not negative.
    package var days: Double

    /// Creates an expectation.
    package init(days: Double) { self.days = days }

    package var role: Verdict.Role { .expectation }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        exchange.verdict { tls in
            tls.chain.min { $0.daysLeft < $1.daysLeft }.map(verdict) ?? .tlsUnknown
        }
    }

    /// The code of the reason for a certificate that is to expire.
    package static let expiresCode = "certificate-expires"

    private func verdict(on certificate: PeerCertificate) -> Verdict {
        let end = "\(certificate.notAfter)"
        if certificate.daysLeft < 0 { return .differs("notAfter", end) }
        if certificate.daysLeft >= days { return .met("notAfter", end) }
        let days = Int64(exactly: days).map(Fact.integer) ?? .number(days)
        return Verdict(.genuine, because: Reason(Self.expiresCode, ["notAfter": .text(end), "days": days]))
    }
}

extension CertificateLifetime: Configurable, FieldCodable {
    package static var pluginID: PluginID { "validator.certificate-lasts" }
    package static var summary: String { "expects valid certificates, and warns of one that expires in some days" }
    package static let fields = FieldTable(Self(days: 0), [.required("days", \.days, .notNegative)])
}

extension ProbeExchange {
    /// Judges the findings of TLS in this probe; inconclusive without an answer.
    func verdict(on judge: (TLSFindings) -> Verdict) -> Verdict {
        guard case .success = outcome else { return .inconclusive }
        return tlsFindings.map(judge) ?? .tlsUnknown
    }
}

extension Verdict {
    /// There are no findings of TLS: the connection had no TLS, or the prober does not report them.
    static let tlsUnknown = Verdict(.inconclusive, because: Reason("tls-unknown"))
    /// The findings of TLS are as expected: `part` is `key`, `issuer` or `notAfter`.
    static func met(_ part: String, _ actual: String) -> Verdict {
        Verdict(.genuine, because: Reason("tls-matches", ["part": .text(part), "actual": .text(actual)]))
    }
    static func differs(_ part: String, _ actual: String) -> Verdict {
        Verdict(.failed, because: Reason("tls-differs", ["part": .text(part), "actual": .text(actual)]))
    }
}
