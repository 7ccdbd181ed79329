import ConnectivityCore

/// The file of certificate authorities for every prober with the option `caFile`; it overrides the configuration.
package struct TrustedAuthorities: Hashable, Sendable {
    /// The option of a prober that names its file.
    package static let option = "caFile"

    /// The path of the file, in PEM.
    package var file: String

    package init(file: String) { self.file = file }

    /// Returns a reference to a prober that has the option, with this file as its value.
    func applied(to reference: ComponentReference) -> ComponentReference {
        guard case .object(var members) = reference.json.value else { return reference }
        members.removeAll { $0.name == Self.option }
        members.append(JSON.Member(Self.option, .string(file)))
        return ComponentReference(
            reference.id,
            json: JSON(.object(members), at: reference.json.position),
            at: reference.position
        )
    }
}

extension PluginRegistry {
    /// Whether a prober of this build has the option for a file of authorities.
    package var takesAuthorities: Bool { self[.prober].descriptions.contains(where: \.takesAuthorities) }
}

extension ComponentDescription {
    var takesAuthorities: Bool { options.contains { $0.name == TrustedAuthorities.option } }
}
