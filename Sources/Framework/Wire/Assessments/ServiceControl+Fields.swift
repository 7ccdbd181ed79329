package import ConnectivityCore

extension ServiceControl: FieldCodable {
    package static let fields = FieldTable(
        ServiceControl(
            Assessment(access: .determining, reason: .notYetJudged, startedAt: Timestamp(sinceEpoch: .zero))
        ),
        [
            .required("access", \.access),
            .required("assessedAt", \.assessedAt),
            .required("families", \.families),
            .required("ports", \.ports),
            .filled("isElsewhere", \.isElsewhere, false),
        ]
    )
}
