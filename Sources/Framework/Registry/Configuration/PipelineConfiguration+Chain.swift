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
                    let form = JudgingChain.StandardLink.optionalForm
                    guard let link = form.read(name) else {
                        throw container.fault(.without, form.rule.fault(name) ?? "")
                    }
                    leftOut.insert(link)
                }
            } else if container.contains(.list) {
                throw container.fault(.without, "must name the links to leave out; otherwise write the list alone")
            } else {
                validators = try container.decode([ComponentReference].self, forKey: .only)
                isOnly = true
            }
        }

        func encode(to encoder: any Encoder) throws {
            guard isOnly || !leftOut.isEmpty else { return try validators.encode(to: encoder) }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(validators, forKey: isOnly ? .only : .list)
            if !isOnly {
                let names = JudgingChain.StandardLink.allCases.filter(leftOut.contains).map(\.rawValue)
                try container.encode(names, forKey: .without)
            }
        }

        static var schema: Schema {
            let list = Schema.list(ComponentReference.schema(of: "Validator"))
            let links = Schema.list(JudgingChain.StandardLink.optionalForm.schema)
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

    struct Options: FieldCodable {
        var before: JudgingChain.StandardLink?
        var after: JudgingChain.StandardLink?
        var instead: JudgingChain.StandardLink?
        var asked: JudgingChain.Condition?
        var validator: ComponentReference = ""

        static let fields = FieldTable(
            Self(),
            [
                .optional("before", \.before, JudgingChain.StandardLink.form),
                .optional("after", \.after, JudgingChain.StandardLink.form).checked { $0.fault(of: $0.after) },
                .optional("instead", \.instead, JudgingChain.StandardLink.optionalForm)
                    .checked { $0.fault(of: $0.instead) },
                .optional("asked", \.asked, .named(JudgingChain.Condition.named.map { ($0.name, $0.condition) })),
                .required("validator", \.validator),
            ]
        )

        private func fault(of place: JudgingChain.StandardLink?) -> String? {
            let others = [before, after, instead].compactMap(\.self).count
            return place != nil && others > 1 ? "cannot be combined with another place" : nil
        }

        func validator(in registry: PluginRegistry) throws(PluginError) -> JudgingChain.PlacedValidator {
            var placed = try registry.validator(validator).unplaced(for: validator)
            if let before { placed = placed.placed(.before(before)) }
            if let after { placed = placed.placed(.after(after)) }
            if let instead { placed = placed.placed(.instead(of: instead)) }
            if let asked { placed = placed.asked(asked) }
            return placed as? JudgingChain.PlacedValidator ?? placed.asked(.everyAnswer)
        }
    }

    public func reference() throws(PluginError) -> ComponentReference {
        var options = Options(validator: try ComponentReference(to: validator))
        switch position {
        case .before(let link): options.before = link
        case .after(let link): options.after = link
        case .instead(let link): options.instead = link
        case nil: break
        }
        options.asked = JudgingChain.Condition.named.first { $0.condition == condition }?.condition
        return try ComponentReference(Self.pluginID, options)
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

extension JudgingChain.StandardLink {
    fileprivate static let form = FieldForm.named(allCases.map { ($0.rawValue, $0) })
    /// The form of a link that may be left out.
    fileprivate static let optionalForm = FieldForm.named(allCases.filter { !$0.isRequired }.map { ($0.rawValue, $0) })
}
