package import ConnectivityRegistry

/// Registers the validators of TLS findings and of a body's digest, the latter with the trait `OpenSSL`.
package enum TLSPlugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(validator: KeyPin.self)
        try registry.register(validator: CertificateIssuer.self)
        try registry.register(validator: CertificateLifetime.self)
        #if canImport(COpenSSL) && os(Linux)
        try registry.register(validator: BodyDigest.self)
        #else
        registry.record(missing: "validator.digest", trait: "OpenSSL")
        #endif
        try registry.register(sentences: PackageResources.Sentences_tsv)
    }
}
