package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Expects every certificate of the host to stay valid for a number of days, over HTTPS or a connection with TLS.
///
/// Fewer days have `failed`, while the certificate is still valid; without TLS, or if the prober has no findings of TLS, there is
/// no verdict. The days are those at the time of the probe, so a record is judged the same way later.
package struct CertificateLifetime: TLSReader, Hashable {
    /// The smallest accepted number of days, not negative.
    package var days: Double

    /// Creates an expectation.
    package init(days: Double) { self.days = days }

    package var role: Verdict.Role { .expectation }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        exchange.verdict { tls in
            guard let shortest = tls.chain.map(\.daysLeft).min() else { return .tlsUnknown }
            let left = "\(Int(shortest.rounded(.down)))"
            return shortest < days ? .differs("daysLeft", left) : .met("daysLeft", left)
        }
    }
}

extension CertificateLifetime: Configurable, FieldCodable {
    package static var pluginID: PluginID { "validator.certificate-lasts" }
    package static var summary: String { "expects every certificate to stay valid for a number of days" }
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
    /// The findings of TLS are as expected: `part` is `key`, `issuer` or `daysLeft`.
    static func met(_ part: String, _ actual: String) -> Verdict {
        Verdict(.genuine, because: Reason("tls-matches", ["part": .text(part), "actual": .text(actual)]))
    }
    static func differs(_ part: String, _ actual: String) -> Verdict {
        Verdict(.failed, because: Reason("tls-differs", ["part": .text(part), "actual": .text(actual)]))
    }
}
