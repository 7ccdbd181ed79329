package import ConnectivityCore

extension QualityHistory: FieldCodable {
    package static let fields = FieldTable(
        QualityHistory(),
        [
            .filled("rounds", \.rounds, []),
            .filled("baseline", \.baseline, QualityRound.Medians()),
            .optional("standing", \.standing),
            .filled("recent", \.recent, []),
        ],
        fault: { history in
            let most = QualityRules.counts.upperBound
            return history.rounds.count > most || history.recent.count > most ? "has more than \(most) rounds" : nil
        }
    )
}

extension QualityRound: FieldCodable {
    package static let fields = FieldTable(
        QualityRound(),
        [
            .optional("nameLookup", \.times.nameLookup),
            .optional("connection", \.times.connection),
            .optional("tls", \.times.tls),
            .optional("firstByte", \.times.firstByte),
            .required("owners", \.owners),
            .filled("silentOwners", \.silentOwners, 0),
            .required("attempts", \.attempts),
            .filled("lost", \.lost, 0),
            .filled("lostOwners", \.lostOwners, []),
        ]
    )
}

extension QualityRound.Figure: FieldCodable {
    package static let fields = FieldTable(
        Self(median: .zero, spread: .zero),
        [.seconds("median", \.median), .seconds("spread", \.spread)]
    )

    package static var schema: Schema { fields.schema("QualityRoundFigure") }
}

extension QualityRound.Medians: FieldCodable {
    package static let fields = FieldTable(
        Self(),
        [
            .seconds("nameLookup", \.nameLookup),
            .seconds("connection", \.connection),
            .seconds("tls", \.tls),
            .seconds("firstByte", \.firstByte),
        ]
    )

    package static var schema: Schema { fields.schema("QualityBaseline") }
}
