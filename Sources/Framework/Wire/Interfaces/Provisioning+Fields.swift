package import ConnectivityCore

extension Provisioning: FieldCodable {
    package static let fields = FieldTable(
        Provisioning(origin: ""),
        [
            .required("origin", \.origin),
            .optional("channel", \.channel),
            .optional("captivePortal", \.writtenCaptivePortal),
            .filled("nameServers", \.writtenNameServers, []),
            .optional("isMetered", \.isMetered),
            .filled("domains", \.writtenDomains, []),
            .filled("nat64Prefixes", \.writtenPrefixes, []),
            .seconds("ipv6OnlyWait", \.ipv6OnlyWait),
            .optional("proxyScript", \.writtenProxyScript),
            .filled("encryptedResolvers", \.encryptedResolvers, []),
        ]
    )

    private var writtenCaptivePortal: String? {
        get { captivePortalText }
        set {
            captivePortalText =
                Provisioning(origin: "", captivePortal: newValue.map { Array($0.utf8) }).captivePortalText
        }
    }

    private var writtenNameServers: [IPAddress] {
        get { nameServers }
        set { nameServers = Provisioning(origin: "", nameServers: newValue).nameServers }
    }

    private var writtenDomains: [String] {
        get { domains }
        set { domains = Provisioning(origin: "", domains: newValue).domains }
    }

    private var writtenProxyScript: String? {
        get { proxyScript }
        set { self = withProxyScript(newValue.map { Array($0.utf8) }) }
    }

    private var writtenPrefixes: [String] {
        get { nat64Prefixes.map(\.description) }
        set { nat64Prefixes = Provisioning(origin: "", nat64Prefixes: newValue).nat64Prefixes }
    }
}

extension Provisioning.Channel: SchemaProviding {}
