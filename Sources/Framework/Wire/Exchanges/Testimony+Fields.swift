package import ConnectivityCore

extension Testimony: FieldCodable {
    package static let fields = FieldTable(
        Testimony(witness: "", version: "", digest: nil, verdict: .inconclusive),
        [
            .required("witness", \.witness),
            .required("version", \.version),
            .optional("digest", \.digest),
            .required("verdict", \.finding),
            .required("reason", \.verdict.reason),
            .required("basis", \.basis),
            .optional("portal", \.verdict.portal),
            .filled("content", \.statesContent, false),
        ]
    )

    private var finding: Verdict.Finding {
        get { verdict.finding }
        set { verdict.finding = newValue }
    }
}
