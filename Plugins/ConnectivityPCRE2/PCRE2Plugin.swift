public import ConnectivityRegistry

/// Registers the regular-expression validator; registers nothing in builds without the trait `PCRE2`.
public enum PCRE2Plugin: Plugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
        #if PCRE2
        try registry.register(validator: BodyMatches.self)
        #endif
    }
}
