package import ConnectivityCore

extension EncryptedResolver: FieldCodable {
    package static let fields = FieldTable(
        EncryptedResolver(.designated, .tls),
        [
            .required("use", \.use),
            .required("transport", \.transport),
            .optional("name", \.writtenName),
            .filled("addresses", \.writtenAddresses, []),
            .optional("port", \.writtenPort, Rule("must be from 1 through 65535") { (1...65_535).contains($0) }),
            .optional("path", \.writtenPath),
        ]
    )

    private var writtenPort: Int? {
        get { port.map(Int.init) }
        set { port = newValue.flatMap { UInt16(exactly: $0) } }
    }

    private var writtenName: String? {
        get { name }
        set { name = EncryptedResolver(use, transport, name: newValue).name }
    }

    private var writtenAddresses: [IPAddress] {
        get { addresses }
        set { addresses = EncryptedResolver(use, transport, addresses: newValue).addresses }
    }

    private var writtenPath: String? {
        get { path }
        set { path = EncryptedResolver(use, transport, path: newValue).path }
    }
}

extension EncryptedResolver.Use: SchemaProviding {}

extension EncryptedResolver.Transport: SchemaProviding {}
