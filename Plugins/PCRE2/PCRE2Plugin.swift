package import ConnectivityRegistry

/// Registers the regular-expression validator; reports it as missing in builds without the trait `PCRE2`.
package enum PCRE2Plugin: ConnectivityPlugin {
    package static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if canImport(CPCRE2)
        try registry.register(descriptions: PackageResources.Options_tsv)
        try registry.register(validator: BodyMatches.self)
        #else
        registry.record(missing: "validator.matches", trait: "PCRE2")
        #endif
    }
}

#if !canImport(CPCRE2)
public import ConnectivityCore

/// Is not part of a build without the trait `PCRE2`.
@available(*, unavailable, message: "enable the trait PCRE2 of swift-connectivity, or use BodyContains or BodyEquals")
public struct BodyMatches: ResponseValidator {
    public init(_ pattern: String) throws {}
    public func validate(_ exchange: ProbeExchange) -> Verdict { .inconclusive }
}
#endif
