import ConnectivityCore
import ConnectivityKit

/// `connectivityctl interfaces --to ADDRESS`: prints the route by which the kernel would send packets.
enum RouteReport {
    static func print(
        to text: String,
        _ arguments: Arguments,
        _ console: Console
    ) async throws -> ExitStatus {
        guard let address = try? IPAddress(text) else {
            throw arguments.usage("\"\(text.printable(limit: 60))\" is not an IP address; example: --to 192.0.2.1")
        }
        guard !arguments.has("watch"), try arguments.text("source") == nil else {
            throw arguments.usage("--to cannot be combined with --watch or --source")
        }
        #if os(Linux)
        let route = try await CommandError.observing { try NetlinkInterfaceSource().route(to: address) }
        if arguments.has("json") {
            try console.printJSON(Answer(address: address, route: route))
        } else {
            let hop = route?.gateway.map { " via \($0)" } ?? ""
            let source = route?.source.map { " from \($0)" } ?? ""
            console.print(
                "\(address): " + (route.map { $0.interface.printable(limit: 40) + hop + source } ?? "no route")
            )
        }
        return route == nil ? .unreachable : .success
        #else
        throw arguments.usage("--to is available only on Linux")
        #endif
    }

    #if os(Linux)
    /// An object with all members; missing values are null, as in all other output.
    private struct Answer: Encodable {
        let address: IPAddress
        let route: NetlinkInterfaceSource.Route?

        private enum Key: CodingKey {
            case address, interface, gateway, source
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(address, forKey: .address)
            try container.encode(route?.interface, forKey: .interface)
            try container.encode(route?.gateway, forKey: .gateway)
            try container.encode(route?.source, forKey: .source)
        }
    }
    #endif
}
