public import ConnectivityCore

extension PipelineConfiguration {
    /// The validators as they are written: a list, or `{ "only": [...] }` to leave out the standard tail.
    enum WrittenOrder: Codable, SchemaProviding {
        case list([ComponentReference])
        case only([ComponentReference])

        private enum CodingKeys: CodingKey {
            case only
        }

        init(_ order: JudgingOrder) throws(PluginError) {
            var written: [ComponentReference] = []
            for validator in order.validators { written.append(try ComponentReference(to: validator)) }
            self = order.isOnly ? .only(written) : .list(written)
        }

        init(from decoder: any Decoder) throws {
            if let container = try? decoder.container(keyedBy: CodingKeys.self) {
                self = .only(try container.decode([ComponentReference].self, forKey: .only))
            } else {
                self = .list(try decoder.singleValueContainer().decode([ComponentReference].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .list(let references):
                var container = encoder.singleValueContainer()
                try container.encode(references)
            case .only(let references):
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(references, forKey: .only)
            }
        }

        static var schema: Schema {
            let list = Schema.list(ComponentReference.schema(of: "Validator"))
            let about = "Validators instead of the standard ones, whose tail is left out."
            return .either([
                list, .object("OnlyValidators") { [Schema.Member("only", list, isRequired: true, about: about)] },
            ])
        }

        func order(_ registry: PluginRegistry) throws(PluginError) -> JudgingOrder {
            var made: [any ResponseValidator] = []
            switch self {
            case .list(let references), .only(let references):
                for reference in references { made.append(try registry.validator(reference)) }
            }
            return if case .only = self { .only(made) } else { JudgingOrder(made) }
        }
    }
}

extension PlacedValidator: ConfigurationWritable {
    static let pluginID: PluginID = "validator.placed"

    private struct Options: Encodable {
        var place: String
        var validator: ComponentReference
    }

    public func reference() throws(PluginError) -> ComponentReference {
        let options = Options(place: place.name, validator: try ComponentReference(to: validator))
        return try ComponentReference(Self.pluginID, options)
    }
}

/// The options of `validator.placed`.
struct WrittenPlace: Decodable {
    var place: JudgingOrder.Place
    var validator: ComponentReference

    private enum CodingKeys: CodingKey {
        case place, validator
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        validator = try container.decode(ComponentReference.self, forKey: .validator)
        let name = try container.decode(String.self, forKey: .place)
        guard let place = JudgingOrder.Place.all.first(where: { $0.name == name }) else {
            let known = JudgingOrder.Place.all.map(\.name)
            throw container.fault(
                .place,
                "must be one of \(known.joined(separator: ", "))\(known.suggestion(for: name))"
            )
        }
        self.place = place
    }
}

extension JudgingOrder.Place {
    /// Every place that configuration can name, in the order of judging.
    static let all: [Self] = [
        .before, .expectation, .endpointFailure, .afterMismatch, .afterMismatch(of: .wholeAnswer),
    ]

    /// The name in configuration.
    var name: String {
        switch self {
        case .before: "before"
        case .expectation: "expectation"
        case .endpointFailure: "endpoint-failure"
        case .afterMismatch(of: .wholeAnswer): "after-mismatch-of-whole-answer"
        case .afterMismatch: "after-mismatch"
        }
    }
}
