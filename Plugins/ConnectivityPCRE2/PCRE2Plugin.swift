package import ConnectivityRegistry

/// Registers the regular-expression validator; registers nothing in builds without the trait `PCRE2`.
package enum PCRE2Plugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CPCRE2)
        try registry.register(validator: BodyMatches.self)
        #endif
    }
}

#if !canImport(CPCRE2)
/// Is not part of a build without the trait `PCRE2`.
@available(*, unavailable, message: "enable the trait PCRE2 of the package swift-connectivity")
public struct BodyMatches: Sendable {
    public init(_ pattern: String) {}
}
#endif
