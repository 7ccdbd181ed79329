public import ConnectivityCore

// One function for each kind, because their results can be passed to a parameter of the type `some Prober`.
extension PluginRegistry {
    /// Makes an interface source; throws a ``PluginError`` that names the component and the fault.
    public func source(_ reference: ComponentReference) throws(PluginError) -> any InterfaceSource {
        try make(.source, reference)
    }

    /// Makes a reader of network data that the system stores; throws a ``PluginError`` that names the component and the fault.
    public func provisioning(_ reference: ComponentReference) throws(PluginError) -> any ProvisioningReader {
        try make(.provisioning, reference)
    }

    /// Makes a source of traffic; throws a ``PluginError`` that names the component and the fault.
    public func traffic(_ reference: ComponentReference) throws(PluginError) -> any TrafficSource {
        try make(.traffic, reference)
    }

    /// Makes a prober; throws a ``PluginError`` that names the component and the fault.
    public func prober(_ reference: ComponentReference) throws(PluginError) -> any Prober {
        try make(.prober, reference)
    }

    /// Makes a validator; throws a ``PluginError`` that names the component and the fault.
    public func validator(_ reference: ComponentReference) throws(PluginError) -> any ResponseValidator {
        try make(.validator, reference)
    }

    /// Makes a policy; throws a ``PluginError`` that names the component and the fault.
    public func policy(_ reference: ComponentReference) throws(PluginError) -> any ThresholdPolicy {
        try make(.policy, reference)
    }

    /// Makes a notifier; throws a ``PluginError`` that names the component and the fault.
    public func notifier(_ reference: ComponentReference) throws(PluginError) -> any Notifier {
        try make(.notifier, reference)
    }

    /// Makes a companion; throws a ``PluginError`` that names the component and the fault.
    public func companion(_ reference: ComponentReference) throws(PluginError) -> any Companion {
        try make(.companion, reference)
    }
}
