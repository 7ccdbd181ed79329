package import ConnectivityCore

// The JSON of an assessment. Its names are stable and independent of the names in code: durations are seconds, times
// are RFC 3339, a `reason` has a stable `code`, `facts` and `parts`. An absent value is null, so every object always
// has the same members.

extension Assessment: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("version") { _ in WireForm.version },
            .written("access") { InternetAccess.Name($0.access) },
            .written("reason") { $0.reason },
            .written("caveats") { $0.caveats },
            .written("interface") { $0.interface },
            .written("interfaces") { $0.snapshot.interfaces },
            .written("nameServers") { $0.snapshot.nameServers },
            .written("systemConnectivity") { $0.snapshot.systemConnectivity },
            .written("portal") { $0.access.portal },
            .written("isFinal") { $0.isFinal },
            .written("quality") { $0.quality?.level },
            .written("paths") { $0.paths },
            .written("startedAt") { $0.startedAt },
            .written("duration") { Seconds($0.duration) },
            .written("confirmedAt") { $0.confirmedAt },
            .written("beganAt") { $0.beganAt },
            .written("observations") { $0.observations },
        ]
    )
}

extension PathAssessment: FieldEncodable {
    package static let fields = FieldTable<Self>(
        writing: [
            .written("path") { $0.path },
            .written("access") { InternetAccess.Name($0.access) },
            .written("reason") { $0.reason },
            .written("portal") { $0.access.portal },
            .written("endpoints") { $0.endpoints },
            .written("portalAPI") { $0.portalAPI },
            .written("history") { $0.history },
            .written("course") { $0.course },
            .written("network") { $0.network },
            .written("isFinal") { $0.isFinal },
            .written("quality") { $0.quality },
        ]
    )
}

extension Assessment.Caveat: SchemaProviding {}
