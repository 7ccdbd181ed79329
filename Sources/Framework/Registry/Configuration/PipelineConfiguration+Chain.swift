public import ConnectivityCore
import ConnectivityRedaction
import ConnectivityWire

extension PipelineConfiguration {
    /// The written form of the validators: a list, which may leave out standard links, or `{ "only": [...] }`.
    struct WrittenChain: Codable, SchemaProviding {
        private(set) var validators: [ComponentReference]
        private var isOnly = false
        private var leftOut: Set<JudgingChain.StandardLink> = []

        private enum CodingKeys: CodingKey {
            case only, list, without
        }

        init(_ chain: JudgingChain) throws(PluginError) {
            validators = []
            for validator in chain.validators { validators.append(try ComponentReference(to: validator)) }
            (isOnly, leftOut) = (chain.isOnly, chain.leftOut)
        }

        init(from decoder: any Decoder) throws {
            guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
                validators = try decoder.singleValueContainer().decode([ComponentReference].self)
                return
            }
            if container.contains(.without) {
                validators = try container.decodeIfPresent([ComponentReference].self, forKey: .list) ?? []
                for name in try container.decode([String].self, forKey: .without) {
                    leftOut.insert(try container.link(named: name, at: .without, isOptional: true))
                }
            } else if container.contains(.list) {
                throw container.fault(.without, "must name the links to leave out; otherwise write the list alone")
            } else {
                validators = try container.decode([ComponentReference].self, forKey: .only)
                isOnly = true
            }
        }

        func encode(to encoder: any Encoder) throws {
            guard isOnly || !leftOut.isEmpty else {
                var container = encoder.singleValueContainer()
                return try container.encode(validators)
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(validators, forKey: isOnly ? .only : .list)
            if !isOnly {
                let names = JudgingChain.StandardLink.allCases.filter(leftOut.contains).map(\.rawValue)
                try container.encode(names, forKey: .without)
            }
        }

        static var schema: Schema {
            let list = Schema.list(ComponentReference.schema(of: "Validator"))
            let links = Schema.list(
                .choice(JudgingChain.StandardLink.allCases.filter { !$0.isRequired }.map(\.rawValue))
            )
            return .either([
                list,
                .object("OnlyValidators") {
                    [
                        Schema.Member("only", list, isRequired: true)
                    ]
                },
                .object("ShortChain") {
                    [
                        Schema.Member("list", list),
                        Schema.Member("without", links, isRequired: true),
                    ]
                },
            ])
        }

        func removing(_ known: KnownTexts) -> Self {
            var copy = self
            copy.validators = validators.map { $0.removing(known) }
            return copy
        }

        func chain(_ registry: PluginRegistry) throws(PluginError) -> JudgingChain {
            var made: [any ResponseValidator] = []
            for reference in validators {
                let validator = try registry.validator(reference)
                made.append(
                    reference.id == JudgingChain.PlacedValidator.pluginID
                        ? validator : validator.unplaced(for: reference)
                )
            }
            return isOnly ? .only(made) : JudgingChain(made).leavingOut(leftOut)
        }
    }
}

extension JudgingChain.PlacedValidator: ConfigurationWritable {
    static let pluginID: PluginID = "validator.placed"

    private struct Options: Encodable {
        var before: String?
        var after: String?
        var instead: String?
        var asked: String?
        var validator: ComponentReference
    }

    public func reference() throws(PluginError) -> ComponentReference {
        var options = Options(validator: try ComponentReference(to: validator))
        switch position {
        case .before(let link): options.before = link.rawValue
        case .after(let link): options.after = link.rawValue
        case .instead(let link): options.instead = link.rawValue
        case nil: break
        }
        options.asked = JudgingChain.Condition.named.first { $0.condition == condition }?.name
        return try ComponentReference(Self.pluginID, options)
    }
}

/// The options of `validator.placed`.
struct WrittenPlace: Decodable {
    private var position: JudgingChain.Position?
    private var condition: JudgingChain.Condition?
    private var validator: ComponentReference

    private enum CodingKeys: CodingKey {
        case before, after, instead, asked, validator
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        validator = try container.decode(ComponentReference.self, forKey: .validator)
        for key in [CodingKeys.before, .after, .instead] {
            guard let name = try container.decodeIfPresent(String.self, forKey: key) else { continue }
            guard position == nil else { throw container.fault(key, "cannot be combined with another place") }
            let link = try container.link(named: name, at: key, isOptional: key.stringValue == "instead")
            position =
                switch key {
                case .before: .before(link)
                case .after: .after(link)
                default: .instead(of: link)
                }
        }
        guard let name = try container.decodeIfPresent(String.self, forKey: .asked) else { return }
        guard let found = JudgingChain.Condition.named.first(where: { $0.name == name }) else {
            let known = JudgingChain.Condition.named.map(\.name)
            throw container.fault(
                .asked,
                "must be one of \(known.joined(separator: ", "))\(known.suggestion(for: name))"
            )
        }
        condition = found.condition
    }

    func validator(in registry: PluginRegistry) throws(PluginError) -> JudgingChain.PlacedValidator {
        var placed = try registry.validator(validator).unplaced(for: validator)
        if let position { placed = placed.placed(position) }
        if let condition { placed = placed.asked(condition) }
        return placed as? JudgingChain.PlacedValidator ?? placed.asked(.everyAnswer)
    }
}

extension ResponseValidator {
    /// Returns the validator without a place, because a registered component can neither place itself nor move a standard link.
    fileprivate func unplaced(for reference: ComponentReference) -> any ResponseValidator {
        let validator = (self as? JudgingChain.PlacedValidator)?.validator ?? self
        guard validator is any StandardSign, (try? ComponentReference(to: validator))?.id != reference.id else {
            return validator
        }
        return AllOf([validator])
    }
}

extension KeyedDecodingContainer {
    /// Returns the standard link with a name; if `isOptional`, only a link that may be left out.
    fileprivate func link(named name: String, at key: Key, isOptional: Bool) throws -> JudgingChain.StandardLink {
        let known = JudgingChain.StandardLink.allCases.filter { !isOptional || !$0.isRequired }
        if let link = known.first(where: { $0.rawValue == name }) { return link }
        let names = known.map(\.rawValue)
        throw fault(key, "must be one of \(names.joined(separator: ", "))\(names.suggestion(for: name))")
    }
}
