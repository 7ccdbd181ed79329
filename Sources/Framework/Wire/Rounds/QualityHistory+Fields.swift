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
