import ConnectivityCore

/// The times at which the certificates of services expire; their number is bounded.
struct ServiceCertificates: Sendable {
    private var ends: [String: Timestamp] = [:]

    /// Records what an observation says; without a certificate, the previous one of the same service stays.
    mutating func record(_ observation: CompanionObservation) {
        guard observation.kind == "service",
            let end = observation.facts["certificate"]?.record?["notAfter"]?.text.flatMap(Timestamp.init(rfc3339:))
        else { return }
        let name = observation.subject
        let visible = name.contains("://") ? String(name.prefix { $0 != "?" && $0 != "#" }) : name
        let label = visible.printable(limit: Metrics.labelCharacterCountMax)
        guard ends[label] != nil || ends.count < Metrics.endpointCountMax else { return }
        ends[label] = end
    }

    func add(to page: inout Exposition) {
        page.add(
            "service_certificate_expiry_timestamp_seconds",
            .gauge,
            "When the certificate of a service expires, by its last answer, in Unix time.",
            ends.sortedByKey.map { .init("", [("service", $0.key)], $0.value.sinceEpoch.seconds) }
        )
    }
}
