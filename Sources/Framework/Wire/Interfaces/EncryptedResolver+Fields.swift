package import ConnectivityCore

extension EncryptedResolver: FieldCodable {
    package static let fields = FieldTable(
        EncryptedResolver(.designated, .tls),
        [
            .required("use", \.use),
            .required("transport", \.transport),
            .optional("name", \.name),
            .filled("addresses", \.addresses, []),
            .optional("port", \.writtenPort, Rule("must be from 1 through 65535") { (1...65_535).contains($0) }),
            .optional("path", \.path),
        ]
    )

    private var writtenPort: Int? {
        get { port.map(Int.init) }
        set { port = newValue.flatMap { UInt16(exactly: $0) } }
    }

    /// Reads a resolver; ignores texts that are too long or not host names.
    package init(from decoder: any Decoder) throws {
        let read = try Self.fields.read(from: decoder)
        let (name, addresses) = (read.name, read.addresses)
        self.init(read.use, read.transport, name: name, addresses: addresses, port: read.port, path: read.path)
    }
}

extension EncryptedResolver.Use: SchemaProviding {}
extension EncryptedResolver.Transport: SchemaProviding {}
