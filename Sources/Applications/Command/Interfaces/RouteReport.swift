import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit

/// `connectivityctl interfaces --to ADDRESS`: prints the kernel's route to an address.
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
            // All members; missing values are null, as in all output.
            let answer = JSON.object([
                ("address", .string("\(address)")),
                ("gateway", route?.gateway.map { JSON.string("\($0)") } ?? JSON.null),
                ("interface", route.map { JSON.string($0.interface) } ?? JSON.null),
                ("source", route?.source.map { JSON.string("\($0)") } ?? JSON.null),
            ])
            try console.printJSON(answer)
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
}
