public import ConnectivityRegistry

/// Brings the detectors of this package.
public enum EmulationPlugin: Plugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        for detector in Detector.all { try registry.register(detector: detector) }
    }
}

extension PluginRegistry {
    /// The detectors, in the order in which they were registered.
    public var detectors: [Detector] { values(of: Detector.self) }

    /// Adds a detector, which the command then lists and emulates besides those of this package.
    /// - Parameter detector: The detector.
    /// - Throws: `PluginError.alreadyRegistered` if its name is taken.
    public mutating func register(detector: Detector) throws(PluginError) {
        try register(detector, as: PluginID(detector.name))
    }
}
