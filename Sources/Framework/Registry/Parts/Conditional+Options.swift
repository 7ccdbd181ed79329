public import ConnectivityCore
import ConnectivityWire

extension Conditional: ConfigurationWritable {
    static let pluginID: PluginID = "validator.when"

    struct Options: FieldCodable {
        var condition = Condition()
        var validator: ComponentReference = ""

        static let fields = FieldTable(
            Self(),
            [
                .optional("host", \.condition.host, FieldForm(hosts, read: { HostPattern($0) }, write: \.description)),
                .optional("scheme", \.condition.scheme),
                .optional("kind", \.condition.kind, FieldForm(kinds, read: { .init(rawValue: $0) }, write: \.rawValue))
                    .checked("must be http: only a URL has a host and a scheme") {
                        let condition = $0.condition
                        return condition.kind ?? .http == .http || condition.host == nil && condition.scheme == nil
                    },
                .optional("family", \.condition.family),
                .required("validator", \.validator),
            ],
            fault: { $0.condition == Condition() ? "needs at least one of host, scheme, kind and family" : nil }
        )

        private static let hosts =
            "must be a host, or \"*.\" and a name for all hosts below it, without a scheme, port or path"
        private static let kinds = "must consist of lowercase letters, digits, hyphens and dots"

        /// Makes the validator.
        ///
        /// A kind of another package has a dot in its name and need not be registered; any other unknown kind is an error.
        func validator(in registry: PluginRegistry) throws(PluginError) -> Conditional {
            let known = registry.knownKinds
            if let kind = condition.kind, !known.contains(kind), !kind.rawValue.contains(".") {
                let detail = "is not a kind of question; \(known.map(\.rawValue).alternatives(to: kind.rawValue))"
                throw .invalidOption(pluginID, path: ["kind"], detail: detail)
            }
            return Conditional(condition, try registry.validator(validator))
        }
    }

    public func reference() throws(PluginError) -> ComponentReference {
        let options = Options(condition: condition, validator: try ComponentReference(to: validator))
        return try ComponentReference(Self.pluginID, options)
    }
}
