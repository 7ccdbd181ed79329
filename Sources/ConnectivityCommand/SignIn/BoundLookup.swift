#if os(Linux)
import ConnectivityBlocking
import ConnectivityCore
import ConnectivityNames
import Glibc

/// Looks up the names that a browser asks for, through one interface.
struct BoundLookup: Sendable {
    private let path: ProbePath
    #if canImport(CCares)
    private let resolver = NameResolver(CaresDriver())
    #endif

    /// - Parameter path: The interface, and the name servers of its network.
    init(_ path: ProbePath) { self.path = path }

    /// Returns the addresses of a name, best first; empty if it has none.
    ///
    /// If the network names no server, and those of the device do not answer through the interface, the system is asked.
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
        return (try? await DedicatedThread.run({ Self.systemAddresses(of: name) }, stop: {})) ?? []
    }

    /// Asks the system (getaddrinfo(3)); blocks the thread.
    private static func systemAddresses(of name: String) -> [IPAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = unsafe list
        while let entry = unsafe next, addresses.count < 16 {
            if let form = unsafe entry.pointee.ai_addr {
                let bytes = unsafe Array(UnsafeRawBufferPointer(start: form, count: Int(entry.pointee.ai_addrlen)))
                if let address = IPAddress(socketAddress: bytes[...]) { addresses.append(address) }
            }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }
}
#endif
