package import ConnectivityCore

extension Reason: FieldCodable {
    package static let fields = FieldTable(
        Reason(""),
        [.required("code", \.code), .filled("facts", \.facts, [:]), .filled("parts", \.parts, [])]
    )
}
