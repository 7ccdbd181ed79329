package import ConnectivityCore

extension CompanionObservation: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("kind") { $0.kind },
            .written("subject") { $0.subject },
            .written("state") { $0.state },
            .written("severity") { $0.severity },
            .written("isChange") { $0.isChange },
            .written("reason") { $0.reason },
            .written("at") { $0.at },
            .written("since") { $0.since },
            .written("facts") { $0.facts },
            .written("evidence") { $0.evidence },
        ]
    )
}

extension CompanionObservation {
    /// Reads a list that another program wrote, without the evidence; skips elements without a line for people.
    package static func list(_ json: JSON?) -> [CompanionObservation] {
        guard case .array(let elements)? = json?.value else { return [] }
        return elements.compactMap(CompanionObservation.init(json:))
    }

    private init?(json: JSON) {
        guard let kind = json["kind"]?.string, let subject = json["subject"]?.string, let state = json["state"]?.string,
            let reason = try? json["reason"]?.decode(Reason.self),
            let time = json["at"]?.string.flatMap(Timestamp.init(rfc3339:))
        else { return nil }
        let severity = json["severity"]?.string.flatMap(Severity.init(rawValue:)) ?? .notice
        self.init(kind, of: subject, state, severity, because: reason, at: time)
    }
}

extension CompanionObservation.Severity: SchemaProviding {}
