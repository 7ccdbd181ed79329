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

extension KeyPin: Configurable {
    package static var pluginID: PluginID { "validator.pin" }
    package static var summary: String { "expects the certificate of the host to have one of several public keys" }
}

extension CertificateIssuer: Configurable {
    package static var pluginID: PluginID { "validator.issuer" }
    package static var summary: String { "expects the certificate of the host to be issued by a named authority" }
}

extension CertificateLifetime: Configurable {
    package static var pluginID: PluginID { "validator.certificate-lasts" }
    package static var summary: String { "expects every certificate to stay valid for a number of days" }
}

#if canImport(COpenSSL) && os(Linux)
extension BodyDigest: Configurable {
    package static var pluginID: PluginID { "validator.digest" }
    package static var summary: String { "expects a body with a SHA-256 digest" }
}
#endif
