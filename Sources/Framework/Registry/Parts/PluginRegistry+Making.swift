public import ConnectivityCore

extension PluginRegistry {
    /// Makes an interface source.
    /// - Parameter reference: The name and options.
    /// - Returns: The source.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func source(_ reference: ComponentReference) throws(PluginError) -> any InterfaceSource {
        try sources.make(reference, in: self)
    }

    /// Makes a reader of what the system stores about networks.
    /// - Parameter reference: The name and options.
    /// - Returns: The reader.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func provisioningReader(_ reference: ComponentReference) throws(PluginError) -> any ProvisioningReader {
        try provisioningReaders.make(reference, in: self)
    }

    /// Makes a source of traffic.
    package func trafficSource(_ reference: ComponentReference) throws(PluginError) -> any TrafficSource {
        try trafficSources.make(reference, in: self)
    }

    /// Makes a prober.
    /// - Parameter reference: The name and options.
    /// - Returns: The prober.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func prober(_ reference: ComponentReference) throws(PluginError) -> any Prober {
        let takesFile = probers.takesAuthorities(reference.id)
        return try probers.make(takesFile ? authorities?.applied(to: reference) ?? reference : reference, in: self)
    }

    /// Makes a validator.
    /// - Parameter reference: The name and options.
    /// - Returns: The validator.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func validator(_ reference: ComponentReference) throws(PluginError) -> any ResponseValidator {
        try validators.make(reference, in: self)
    }

    /// Makes a policy.
    /// - Parameter reference: The name and options.
    /// - Returns: The policy.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func policy(_ reference: ComponentReference) throws(PluginError) -> any ThresholdPolicy {
        try policies.make(reference, in: self)
    }

    /// Makes a notifier.
    /// - Parameter reference: The name and options.
    /// - Returns: The notifier.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func notifier(_ reference: ComponentReference) throws(PluginError) -> any Notifier {
        try notifiers.make(reference, in: self)
    }

    /// Makes a companion.
    /// - Parameter reference: The name and options.
    /// - Returns: The companion.
    /// - Throws: A ``PluginError`` that names the component and the fault.
    public func companion(_ reference: ComponentReference) throws(PluginError) -> any Companion {
        try companions.make(reference, in: self)
    }

    /// Makes an agent that signs in at portals.
    package func signInAgent(_ reference: ComponentReference) throws(PluginError) -> any SignInAgent {
        try signInAgents.make(reference, in: self)
    }
}
