import ConnectivityCore

/// The days until the certificates of services expire; their number is bounded.
struct ServiceCertificates: Sendable {
    private var days: [String: Double] = [:]

    /// Records what an observation says; without a certificate, the previous one of the same service stays.
    mutating func record(_ observation: CompanionObservation) {
        guard observation.kind == "service",
            let days = observation.facts["certificate"]?.record?["daysLeft"]?.number, days.isFinite
        else { return }
        let name = observation.subject
        let visible = name.contains("://") ? String(name.prefix { $0 != "?" && $0 != "#" }) : name
        let label = visible.printable(limit: Metrics.labelCharacterCountMax)
        guard self.days[label] != nil || self.days.count < Metrics.endpointCountMax else { return }
        self.days[label] = days
    }

    func add(to page: inout Exposition) {
        page.add(
            "service_certificate_days",
            .gauge,
            "The days until the certificate of a service expires, by its last answer; negative after that.",
            days.sortedByKey.map { .init("", [("service", $0.key)], $0.value) }
        )
    }
}
