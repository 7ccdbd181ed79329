package import ConnectivityCore

// A response in JSON. The body is text under `body` if it is valid UTF-8, otherwise Base64 under `bodyBase64`.
// The values of cookies and credentials are not written.

extension ProbeResponse: FieldCodable {
    package static let fields = FieldTable(
        ProbeResponse(status: 200),
        [
            .required(
                "status",
                \.status,
                Rule("must be a whole number from 100 through 999") { (100...999).contains($0) }
            ),
            .filled("headers", \.headers, [:]),
            .optional("body", \.bodyText),
            .optional("bodyBase64", \.bodyBase64),
            .filled("completeness", \.completeness, .complete),
        ]
    )

    private var bodyText: String? {
        get { String(validUTF8: body) }
        set { body = newValue.map { Array($0.utf8) } ?? [] }
    }

    private var bodyBase64: Base64? {
        get { bodyText == nil ? Base64(body) : nil }
        set { if let newValue { body = newValue.bytes } }
    }
}

extension ProbeResponse.Completeness: SchemaProviding {}
