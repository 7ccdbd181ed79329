package import ConnectivityCore

extension SystemConnectivity: FieldCodable {
    package static let fields = FieldTable(
        SystemConnectivity(.none, reportedBy: ""),
        [
            .required("state", \.state),
            .optional("ipv4", \.ipv4),
            .optional("ipv6", \.ipv6),
            .required("reportedBy", \.reportedBy),
        ]
    )
}

extension SystemConnectivity.State: SchemaProviding {}
