/// A circumstance that a user of an assessment should know in addition to the access.
@nonexhaustive
public enum AssessmentCaveat: String, Hashable, Sendable, Codable, CaseIterable {
    /// More than half of the genuine answers took a second or more.
    case slow
    /// A name server is silent; see ``PathCaveat/nameServerSilent``.
    case nameServerSilent = "name-server-silent"
    /// A default route has several next hops, and nothing says which one a connection takes. Next hops on one interface cannot
    /// be asked separately.
    case multipath
    /// This device asks for names over TLS alone, so that what names lead to says nothing of the network's own name servers.
    case encryptedNames = "encrypted-names"
}

extension Assessment {
    /// The circumstances that a user should know in addition to the access, each at most once; they follow from the evidence.
    public var caveats: [AssessmentCaveat] {
        let reports = endpoints
        let genuine = reports.filter(\.isGenuine)
        let slow = genuine.filter { $0.exchange.timings.total >= .seconds(1) }
        let isSilent = reports.contains { $0.exchange.caveats.contains(.nameServerSilent) }
        let isEncrypted = interface?.asksEncryptedNamesOnly == true
        return AssessmentCaveat.allCases.filter { caveat in
            switch caveat {
            case .slow: slow.count * 2 > genuine.count
            case .nameServerSilent: isSilent
            case .multipath: snapshot.isMultipath
            case .encryptedNames: isEncrypted && reports.contains(where: \.isNamedBySystem)
            }
        }
    }
}

extension EndpointReport {
    /// Whether the system's resolver looked the name up, as for every program of the device.
    fileprivate var isNamedBySystem: Bool {
        let request = exchange.request
        return request.path.interface == nil && request.path.addresses.isEmpty && request.path.proxy == nil
            && request.url.map { $0.address == nil } ?? false
    }
}

extension AssessmentCaveat: SchemaProviding {}
