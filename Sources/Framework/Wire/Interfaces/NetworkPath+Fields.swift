package import ConnectivityCore

extension NetworkPath: FieldCodable {
    package static let fields = FieldTable(
        NetworkPath(interface: ""),
        [
            .required("interface", \.interface),
            .optional("family", \.family),
            .filled("proxied", \.isProxied, false),
            .filled("below", \.isBelow, false),
        ]
    )
}
