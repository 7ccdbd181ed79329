import ConnectivityCore
package import ConnectivityWire

extension SignInReport: FieldCodable {
    package static let fields = FieldTable(
        SignInReport(
            network: "",
            interface: "",
            agent: "",
            purpose: .signIn,
            steps: [],
            startedAt: Timestamp(sinceEpoch: .zero),
            duration: .zero
        ),
        [
            .required("network", \.network),
            .required("interface", \.interface),
            .required("agent", \.agent),
            .required("purpose", \.purpose),
            .required("result", \.result),
            .required("reason", \.reason),
            .required("steps", \.steps),
            .seconds("sessionLength", \.sessionLength),
            .optional("accepted", \.accepted),
            .optional("termsDigest", \.termsDigest),
            .required("startedAt", \.startedAt),
            .seconds("duration", \.duration),
        ]
    )
}

extension SignInReport.Step: FieldCodable {
    package static let fields = FieldTable(
        Self(method: .get, url: "http://a.invalid/", fieldNames: [], secrets: []),
        [
            .required("method", \.method),
            .required("url", \.url),
            .optional("status", \.status),
            .filled("fields", \.fieldNames, []),
            .filled("secrets", \.secrets, []),
            .optional("reason", \.reason),
        ]
    )

    package static var schema: Schema { fields.schema("SignInStep") }
}

extension SignInReport.Result: SchemaProviding {}
extension SignInOccasion.Purpose: SchemaProviding {}
extension SignInOutcome.Claim: SchemaProviding {}
