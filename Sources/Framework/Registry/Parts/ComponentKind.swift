public import ConnectivityCore

/// A kind of component that a configuration names, such as validators.
///
/// A module can define a kind: an extension for its protocol, with a static property such as ``validator``.
public struct ComponentKind<Component>: Sendable {
    /// The terms, in lower case, for one component and for several, such as `provisioning reader` and `provisioning readers`.
    let name: String, plural: String

    /// Creates a kind; by default, the plural is the name with an s.
    public init(_ name: String, plural: String? = nil) { (self.name, self.plural) = (name, plural ?? "\(name)s") }

    /// The name of the kind in the schema of a configuration, such as `ProvisioningReader`.
    package var schemaName: String {
        name.split { " -".contains($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension ComponentKind<any InterfaceSource> {
    /// Sources of interfaces.
    public static var source: Self { Self("source") }
}

extension ComponentKind<any ProvisioningReader> {
    /// Readers of network data that the system stores.
    public static var provisioning: Self { Self("provisioning reader") }
}

extension ComponentKind<any TrafficSource> {
    /// Sources of traffic.
    public static var traffic: Self { Self("traffic source") }
}

extension ComponentKind<any Prober> {
    /// Probers.
    public static var prober: Self { Self("prober") }
}

extension ComponentKind<any ResponseValidator> {
    /// Validators.
    public static var validator: Self { Self("validator") }
}

extension ComponentKind<any ThresholdPolicy> {
    /// Policies.
    public static var policy: Self { Self("policy", plural: "policies") }
}

extension ComponentKind<any Notifier> {
    /// Notifiers.
    public static var notifier: Self { Self("notifier") }
}

extension ComponentKind<any Companion> {
    /// Companions.
    public static var companion: Self { Self("companion") }
}
