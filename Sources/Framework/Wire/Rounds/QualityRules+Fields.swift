package import ConnectivityCore

// The quality bounds in a configuration. The default of a poor bound is at least the slow bound.

extension QualityRules: FieldCodable {
    package static let fields = FieldTable(
        QualityRules(),
        times,
        shares,
        usual: { QualityRules() }
    )

    // In two parts, because type checking of one expression takes long.
    private static let times: [FieldTable<Self>.Field] = [
        .seconds("slowConnection", \.slowConnection, .within(WrittenTime.range)),
        .seconds("poorConnection", \.poorConnection, .within(WrittenTime.range))
            .checked("must not be less than slowConnection") { $0.slowConnection <= $0.poorConnection },
        .seconds("slowFirstByte", \.slowFirstByte, .within(WrittenTime.range)),
        .seconds("poorFirstByte", \.poorFirstByte, .within(WrittenTime.range))
            .checked("must not be less than slowFirstByte") { $0.slowFirstByte <= $0.poorFirstByte },
    ]

    private static let shares: [FieldTable<Self>.Field] = [
        .removed("rounds", "the observation covers three rounds"),
        .removed("agreeing", "two rounds in a row must agree"),
        .required("slowLoss", \.slowLoss, .share),
        .required("poorLoss", \.poorLoss, .share)
            .checked("must not be less than slowLoss") { $0.slowLoss <= $0.poorLoss },
        .required("owners", \.owners, .atLeast(1)),
    ]

    package static var writtenName: String { "Quality" }
}

extension Rule<Double> {
    fileprivate static var share: Self { Self("must be greater than 0 and at most 1") { $0 > 0 && $0 <= 1 } }
}
