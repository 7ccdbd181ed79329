import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityRecords
import ConnectivityTestServer
import ConnectivityToolkit

/// A captive gateway on 127.0.0.1, which replays the built-in recordings like `fixture serve`.
final class DemoGateway: Sendable {
    private let portal: ReplayedPortal
    private let server = Lock<TestServer?>(nil)

    /// The port of the gateway, on which nothing listens before ``open()``.
    let port: UInt16

    init() throws {
        let exchanges = try [
            // The first one is the answer for every URL without a recording.
            PackageResources.redirect_http, PackageResources.sign_in_page_http, PackageResources.apple_http,
            PackageResources.google_http, PackageResources.microsoft_http, PackageResources.mozilla_http,
        ]
        .map { try Recording(parsing: $0).exchange(at: nil, authentication: nil) }
        guard let portal = ReplayedPortal(exchanges, times: .init()) else {
            throw CommandError.software("no recording is captive")
        }
        self.portal = portal
        // Connections to a recently free port are refused, as on a device without a gateway program.
        let reservation = try TestServer { _ in .raw([]) }
        port = reservation.port
        reservation.stop()
    }

    func open() throws {
        let server = try TestServer(port: port) { [portal] in portal.reply(to: $0) }
        self.server.withLock { $0 = server }
    }

    /// Ends the session, as gateways do after a time limit.
    func expireSession() { portal.change(to: "signed-out") }

    func close() { server.withLock { $0.take() }?.stop() }
}
