public import ConnectivityCore
import ConnectivityWire

// The components that are made of others, in their written form.

/// The options of a component that is made of validators.
struct CombinedOptions: FieldCodable {
    var validators: [ComponentReference] = []

    static let fields = FieldTable(
        Self(),
        [.required("validators", \.validators, Rule("must contain at least one validator") { !$0.isEmpty })]
    )

    func validators(in registry: PluginRegistry) throws(PluginError) -> [any ResponseValidator] {
        var made: [any ResponseValidator] = []
        for reference in validators { made.append(try registry.validator(reference)) }
        return made
    }
}

/// The options of a component that is made of one validator.
struct WrappedOptions: FieldCodable {
    var validator: ComponentReference = ""

    static let fields = FieldTable(Self(), [.required("validator", \.validator)])
}

extension ComponentReference {
    fileprivate init(_ id: PluginID, of validators: [any ResponseValidator]) throws(PluginError) {
        var options = CombinedOptions()
        for validator in validators { options.validators.append(try ComponentReference(to: validator)) }
        try self.init(id, options)
    }

    fileprivate init(_ id: PluginID, of validator: any ResponseValidator) throws(PluginError) {
        try self.init(id, WrappedOptions(validator: try ComponentReference(to: validator)))
    }
}

extension AllOf: ConfigurationWritable {
    static let pluginID: PluginID = "validator.all-of"
    public func reference() throws(PluginError) -> ComponentReference { try .init(Self.pluginID, of: parts) }
}

extension AnyOf: ConfigurationWritable {
    static let pluginID: PluginID = "validator.any-of"
    public func reference() throws(PluginError) -> ComponentReference { try .init(Self.pluginID, of: parts) }
}

extension Inverted: ConfigurationWritable {
    static let pluginID: PluginID = "validator.inverted"
    public func reference() throws(PluginError) -> ComponentReference { try .init(Self.pluginID, of: validator) }
}

extension PublicAddress: ConfigurationWritable {
    static let pluginID: PluginID = "validator.from-public-address"
    public func reference() throws(PluginError) -> ComponentReference { try .init(Self.pluginID, of: validator) }
}

extension AllowedPortalSigns: ConfigurationWritable {
    static let pluginID: PluginID = "validator.bears"

    struct Options: FieldCodable {
        var signs: [PageSign] = []
        var validator: ComponentReference = ""

        static let fields = FieldTable(
            Self(),
            [
                .required("signs", \.signs, Rule("must name at least one of \(names)") { !$0.isEmpty }),
                .required("validator", \.validator),
            ]
        )

        private static var names: String { PageSign.allCases.map(\.rawValue).joined(separator: ", ") }
    }

    package func reference() throws(PluginError) -> ComponentReference {
        let signs = signs.sorted { $0.rawValue < $1.rawValue }
        return try .init(Self.pluginID, Options(signs: signs, validator: try ComponentReference(to: validator)))
    }
}

extension HysteresisPolicy: ConfigurationWritable {
    static let pluginID: PluginID = "policy.hysteresis"

    struct Options: FieldCodable {
        var policy: ComponentReference = "policy.quorum"
        var up = 1
        var down = 3

        static let fields = FieldTable(
            Self(),
            [
                .filled("policy", \.policy, "policy.quorum"), .filled("up", \.up, 1, count),
                .filled("down", \.down, 3, count),
            ]
        )

        private static let count = Rule("must be from 1 through \(counts.upperBound)") { (count: Int) in
            counts.contains(count)
        }
    }

    public func reference() throws(PluginError) -> ComponentReference {
        try .init(Self.pluginID, Options(policy: try ComponentReference(to: policy), up: up, down: down))
    }
}

extension QualityPolicy: ConfigurationWritable {
    static let pluginID: PluginID = "policy.quality"

    struct Options: FieldCodable {
        var policy: ComponentReference = "policy.evidence"
        var atLeast = PathQuality.Level.good

        static let fields = FieldTable(
            Self(),
            [.filled("policy", \.policy, "policy.evidence"), .converted("atLeast", \.atLeast, levels, usual: "good")]
        )

        private static let levels = FieldForm.named(
            [PathQuality.Level.good, .slow].map { ($0.rawValue, $0) },
            "must be good or slow"
        )
    }

    public func reference() throws(PluginError) -> ComponentReference {
        try .init(Self.pluginID, Options(policy: try ComponentReference(to: policy), atLeast: needed))
    }
}
