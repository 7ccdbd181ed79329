package import ConnectivityCore

extension InterfaceSnapshot.SystemConnectivity: FieldCodable {
    package static let fields = FieldTable(
        InterfaceSnapshot.SystemConnectivity(.none, reportedBy: ""),
        [
            .required("state", \.state),
            .optional("ipv4", \.ipv4),
            .optional("ipv6", \.ipv6),
            .required("reportedBy", \.reportedBy),
        ]
    )
}

extension InterfaceSnapshot.SystemConnectivity.State: SchemaProviding {}
