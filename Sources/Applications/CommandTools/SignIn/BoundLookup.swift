#if os(Linux)
import ConnectivityCore
import ConnectivityNames
import ConnectivityToolkit

/// Looks up names for a browser, through one interface.
struct BoundLookup: Sendable {
    private let path: ProbeRequest.Path
    #if canImport(CCares)
    private let resolver = NameResolver(CaresDriver())
    #endif

    init(_ path: ProbeRequest.Path) { self.path = path }

    /// Returns the addresses of a name, best first; empty if it has none.
    ///
    /// If the network has no name server, and those of the device do not answer through the interface, the system is queried.
    func addresses(of name: String) async -> [IPAddress] {
        #if canImport(CCares)
        guard let url = try? HTTPURL("http://\(name)/") else { return [] }
        let request = ProbeRequest(.http(HTTPQuestion(url)), path: path)
        guard let lookup = NameLookup(request) else { return [] }
        switch await resolver.answer(to: lookup).result {
        case .success(let addresses) where !addresses.isEmpty: return addresses
        case .failure where !path.nameServers.isEmpty: return []
        case .success, .failure: break
        }
        #endif
        let addresses = try? await DedicatedThread.run({ try SocketAddress.all(of: name, countMax: 16) }, stop: {})
        return (addresses ?? []).compactMap(IPAddress.init)
    }
}
#endif
