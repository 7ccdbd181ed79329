public import ConnectivityCore

extension Conditional: ConfigurationWritable {
    static let pluginID: PluginID = "validator.when"

    private struct Options: Encodable {
        var host: String?
        var scheme: String?
        var kind: Question.Kind?
        var family: IPAddress.Family?
        var validator: ComponentReference
    }

    public func reference() throws(PluginError) -> ComponentReference {
        let options = Options(
            host: condition.host?.description,
            scheme: condition.scheme?.rawValue,
            kind: condition.kind,
            family: condition.family,
            validator: try ComponentReference(to: validator)
        )
        return try ComponentReference(Self.pluginID, options)
    }
}

/// The options of `validator.when`.
struct WrittenConditional: Decodable {
    private enum Scheme: String, Decodable, CaseIterable {
        case http, https
    }

    private enum CodingKeys: CodingKey {
        case host, scheme, kind, family, validator
    }

    private var condition = Conditional.Condition()
    private let validator: ComponentReference
    private let kindPosition: TextPosition?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let host = try container.decodeIfPresent(String.self, forKey: .host)
        let scheme = try container.decodeIfPresent(Scheme.self, forKey: .scheme)
        let kind = try container.decodeIfPresent(String.self, forKey: .kind)
        condition.family = try container.decodeIfPresent(IPAddress.Family.self, forKey: .family)
        validator = try container.decode(ComponentReference.self, forKey: .validator)
        kindPosition = kind == nil ? nil : try container.decode(JSON.self, forKey: .kind).position
        if let host {
            condition.host = HostPattern(host)
            if condition.host == nil {
                let detail =
                    "must be a host, or \"*.\" and a name for all hosts below it, without a scheme, port or path"
                throw container.fault(.host, detail)
            }
        }
        condition.scheme = scheme.flatMap { HTTPURL.Scheme(rawValue: $0.rawValue) }
        if let kind {
            condition.kind = Question.Kind(rawValue: kind)
            if condition.kind == nil {
                throw container.fault(.kind, "must consist of lowercase letters, digits, hyphens and dots")
            }
        }
        if condition == Conditional.Condition() {
            let detail = "needs at least one of host, scheme, kind and family"
            throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: detail))
        }
        if let kind = condition.kind, kind != .http, condition.host != nil || condition.scheme != nil {
            throw container.fault(.kind, "must be http: only a URL has a host and a scheme")
        }
    }

    /// Makes the validator.
    ///
    /// A kind of another package has a dot in its name and need not be registered; any other unknown kind is an error.
    func validator(in registry: PluginRegistry) throws(PluginError) -> Conditional {
        let known = registry.knownKinds
        if let kind = condition.kind, !known.contains(kind), !kind.rawValue.contains(".") {
            let detail = "is not a kind of question; \(known.map(\.rawValue).alternatives(to: kind.rawValue))"
            throw .invalidOption(Conditional.pluginID, path: ["kind"], detail: detail, at: kindPosition)
        }
        return Conditional(condition, try registry.validator(validator))
    }
}
