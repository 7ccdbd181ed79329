package import ConnectivityCore

// The course of a round in JSON: `seed`, `isMetered` and `systemConnectivity` or null, `patience` and `budget` in
// seconds, `deferred`, the endpoints that the round left out, `turn`, the number of a round that only confirms, or
// null, and `arrivals`. Each arrival has the index of the `endpoint`, or null for the end of a wait, and `after`, the
// seconds since the beginning. The path and the kind of its interface are in other fields of a record.

extension RoundCourse: FieldCodable {
    package static let fields = FieldTable(
        RoundCourse(ProbeRound.Context(), arrivals: []),
        [
            .required("seed", \.context.seed),
            .optional("isMetered", \.context.isMetered),
            .filled("multipath", \.context.isMultipath, false),
            .optional("systemConnectivity", \.context.systemConnectivity),
            .seconds("patience", \.context.patience),
            .seconds("budget", \.context.budget),
            .filled("deferred", \.context.deferred, []),
            .optional("turn", \.context.turn),
            .required("arrivals", \.arrivals),
        ]
    )
}

extension RoundCourse.Arrival: FieldCodable {
    package static let fields = FieldTable(
        Self(nil, after: .zero),
        [.optional("endpoint", \.endpoint), .seconds("after", \.after)]
    )
}

extension DeferredEndpoint: FieldCodable {
    package static let fields = FieldTable(
        Self(name: "", cause: .rotation),
        [.required("name", \.name), .required("cause", \.cause)]
    )

    package static var schema: Schema { fields.schema("SparedEndpoint") }
}

extension DeferredEndpoint.Cause: SchemaProviding {}
