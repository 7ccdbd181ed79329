// The course of a round in JSON: `seed`, `isMetered` and `systemConnectivity` or null, `patience` and `budget` in
// seconds, `deferred`, the endpoints that the round left out, `turn`, the number of a round that only confirms, or null, and `arrivals`. Each arrival has the index of the `endpoint`, or null for the end of a wait, and
// `after`, the seconds since the beginning. The path and the kind of its interface are in other fields of a record.

extension RoundCourse: FieldCodable {
    package static let fields = FieldTable(
        RoundCourse(RoundContext(), arrivals: []),
        [
            .required("seed", \.context.seed),
            .optional("isMetered", \.context.isMetered),
            .optional("systemConnectivity", \.context.systemConnectivity),
            .seconds("patience", \.context.patience),
            .seconds("budget", \.context.budget),
            .filled("deferred", \.context.deferred, []),
            .optional("turn", \.context.turn),
            .required("arrivals", \.arrivals),
        ]
    )

    public init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

extension RoundCourse.Arrival: FieldCodable {
    package static let fields = FieldTable(
        Self(nil, after: .zero),
        [.optional("endpoint", \.endpoint), .seconds("after", \.after)]
    )

    public init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

    package static var schema: Schema { fields.schema("Arrival") }
}

extension DeferredEndpoint: FieldCodable {
    package static let fields = FieldTable(
        Self(name: "", cause: .rotation),
        [.required("name", \.name), .required("cause", \.cause)]
    )

    package init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

    package static var schema: Schema { fields.schema("SparedEndpoint") }
}

extension DeferredEndpoint.Cause: SchemaProviding {}
