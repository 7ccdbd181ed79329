package import ConnectivityCore

extension PathQuality.Rules: FieldCodable {
    package static let fields = FieldTable(
        PathQuality.Rules(),
        [
            .seconds("slowConnection", \.slowConnection, .within(WrittenTime.range)),
            .seconds("slowFirstByte", \.slowFirstByte, .within(WrittenTime.range)),
            .required(
                "slowLoss",
                \.slowLoss,
                Rule("must be greater than 0 and at most 1") { $0 > 0 && $0 <= 1 }
            ),
            .required("owners", \.owners, .atLeast(1)),
            .removed("rounds", "the losses of five rounds count together"),
            .removed("agreeing", "a better level is reported after two rounds that agree"),
            .removed("poorConnection", "a path is poor from ten thirds of slowConnection"),
            .removed("poorFirstByte", "a path is poor from ten thirds of slowFirstByte"),
            .removed("poorLoss", "a path is poor from three times slowLoss"),
        ],
        usual: { PathQuality.Rules() }
    )

    package static var writtenName: String { "Quality" }
}
