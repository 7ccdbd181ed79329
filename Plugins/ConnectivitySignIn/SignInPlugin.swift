public import ConnectivityRegistry

/// Agents that sign in at portals where the user has configured it.
public enum SignInPlugin: ConnectivityPlugin {
    public static func register(in registry: inout PluginRegistry) throws(PluginError) {
    }
}
