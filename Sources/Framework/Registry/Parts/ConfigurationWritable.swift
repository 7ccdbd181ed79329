public import ConnectivityCore
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

    /// Creates the reference to a component made from validators.
    init(_ id: PluginID, validators: [any ResponseValidator]) throws(PluginError) {
        var parts: [ComponentReference] = []
        for validator in validators { parts.append(try ComponentReference(to: validator)) }
        try self.init(id, ["validators": parts])
    }

    init(_ id: PluginID, _ options: some Encodable) throws(PluginError) {
        do {
            self.init(id, json: try JSON(encoding: options))
        } catch {
            throw .invalidOption(id, path: [], detail: "\(error)")
        }
    }
}

extension AllOf: ConfigurationWritable {
    static let pluginID: PluginID = "validator.all-of"

    public func reference() throws(PluginError) -> ComponentReference {
        try ComponentReference(Self.pluginID, validators: parts)
    }
}

extension AnyOf: ConfigurationWritable {
    static let pluginID: PluginID = "validator.any-of"

    public func reference() throws(PluginError) -> ComponentReference {
        try ComponentReference(Self.pluginID, validators: parts)
    }
}

extension Inverted: ConfigurationWritable {
    static let pluginID: PluginID = "validator.inverted"

    public func reference() throws(PluginError) -> ComponentReference {
        try ComponentReference(Self.pluginID, ["validator": try ComponentReference(to: validator)])
    }
}

extension PublicAddress: ConfigurationWritable {
    static let pluginID: PluginID = "validator.from-public-address"

    public func reference() throws(PluginError) -> ComponentReference {
        try ComponentReference(Self.pluginID, ["validator": try ComponentReference(to: validator)])
    }
}

extension AllowedPortalSigns: ConfigurationWritable {
    static let pluginID: PluginID = "validator.bears"

    package func reference() throws(PluginError) -> ComponentReference {
        struct Options: Encodable {
            var signs: [String]
            var validator: ComponentReference
        }
        let names = signs.map(\.rawValue).sorted()
        return try ComponentReference(
            Self.pluginID,
            Options(signs: names, validator: try ComponentReference(to: validator))
        )
    }
}

extension HysteresisPolicy: ConfigurationWritable {
    static let pluginID: PluginID = "policy.hysteresis"

    public func reference() throws(PluginError) -> ComponentReference {
        struct Options: Encodable {
            var policy: ComponentReference
            var up: Int
            var down: Int
        }
        let options = Options(policy: try ComponentReference(to: policy), up: up, down: down)
        return try ComponentReference(Self.pluginID, options)
    }
}

extension QualityPolicy: ConfigurationWritable {
    static let pluginID: PluginID = "policy.quality"

    public func reference() throws(PluginError) -> ComponentReference {
        struct Options: Encodable {
            var policy: ComponentReference
            var atLeast: PathQuality.Level
        }
        return try ComponentReference(
            Self.pluginID,
            Options(policy: try ComponentReference(to: policy), atLeast: needed)
        )
    }
}
