package import ConnectivityCore

extension PathQuality.Level: SchemaProviding {}

extension PathQuality.Figure: FieldCodable {
    package static let fields = FieldTable(
        Self(median: .zero),
        [.seconds("median", \.median), .seconds("spread", \.spread)]
    )

    package static var schema: Schema { fields.schema("QualityFigure") }
}

extension PathQuality: FieldCodable {
    package static let fields = FieldTable(
        notMeasured,
        [
            .required("level", \.level),
            .required("reason", \.reason),
            .optional("nameLookup", \.nameLookup),
            .optional("connection", \.connection),
            .optional("tls", \.tls),
            .optional("firstByte", \.firstByte),
            .required("lost", \.lost),
            .required("lostOwners", \.lostOwners),
            .required("attempts", \.attempts),
            .required("owners", \.owners),
            .required("silentOwners", \.silentOwners),
        ]
    )
}
