package import ConnectivityRegistry

/// The plugin that registers the detectors of this package.
package enum EmulationPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        for detector in Detector.all { try registry.register(detector: detector) }
    }
}

extension PluginRegistry {
    /// The registered detectors, in the order of registration.
    package var detectors: [Detector] { values(of: Detector.self) }

    /// Adds a detector, which the command then lists and emulates in addition to those of this package.
    /// - Throws: `PluginError.alreadyRegistered` if a detector with this name is already registered.
    package mutating func register(detector: Detector) throws(PluginError) {
        try register(detector, as: PluginID(detector.name))
    }
}
