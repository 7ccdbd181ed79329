import ConnectivityKit

/// `connectivityctl interfaces --to ADDRESS`: prints the route by which the kernel would send packets.
enum WayReport {
    static func print(
        to text: String,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> ExitStatus {
        guard let address = IPAddress(text) else {
            throw arguments.usage("\"\(text.printable(limit: 60))\" is not an IP address; example: --to 192.0.2.1")
        }
        guard !arguments.has("watch"), try arguments.text("source") == nil else {
            throw arguments.usage("--to cannot be combined with --watch or --source")
        }
        #if os(Linux)
        let way = try await CommandError.observing { try NetlinkInterfaceSource().way(to: address) }
        if arguments.has("json") {
            try console.printJSON(Answer(address: address, way: way))
        } else {
            let hop = way?.gateway.map { " via \($0)" } ?? ""
            let source = way?.source.map { " from \($0)" } ?? ""
            console.print("\(address): " + (way.map { $0.interface.printable(limit: 40) + hop + source } ?? "no route"))
        }
        return way == nil ? .unreachable : .success
        #else
        throw arguments.usage("--to is available only on Linux")
        #endif
    }

    #if os(Linux)
    /// An object with all members; missing values are null, as in all other output.
    private struct Answer: Encodable {
        let address: IPAddress
        let way: NetlinkInterfaceSource.Way?

        private enum Key: CodingKey {
            case address, interface, gateway, source
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(address, forKey: .address)
            try container.encode(way?.interface, forKey: .interface)
            try container.encode(way?.gateway, forKey: .gateway)
            try container.encode(way?.source, forKey: .source)
        }
    }
    #endif
}
