import ConnectivityCore
import ConnectivityWire

/// A component that can be written as a reference in configuration.
///
/// Every ``Configurable`` type conforms. Components that the registry makes from other components implement it themselves.
public protocol ConfigurationWritable {
    /// Returns the name and options that make an equal component.
    /// - Throws: ``PluginError/unnamed(_:)`` if the component, or a part of it, has no name in configuration.
    func reference() throws(PluginError) -> ComponentReference
}

extension Configurable {
    public func reference() throws(PluginError) -> ComponentReference {
        try ComponentReference(Self.pluginID, self)
    }
}

extension ComponentReference {
    /// Creates the reference by which configuration names a component.
    /// - Throws: ``PluginError/unnamed(_:)`` if the component, or a part of it, has no name, such as a closure.
    public init(to component: Any) throws(PluginError) {
        guard let component = component as? any ConfigurationWritable else { throw .unnamed("\(type(of: component))") }
        self = try component.reference()
    }

    init(_ id: PluginID, _ options: some Encodable) throws(PluginError) {
        do {
            self.init(id, json: try JSON(encoding: options, isSparse: true))
        } catch {
            throw .invalidOption(id, path: [], detail: "\(error)")
        }
    }
}
