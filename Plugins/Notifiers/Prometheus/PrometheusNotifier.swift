package import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Serves metrics over HTTP on a loopback address or a Unix socket, for readers of the format of Prometheus.
///
/// Its configuration name is `notifier.prometheus`; only `listen` is required:
///
/// ```json
/// { "use": "notifier.prometheus", "listen": "127.0.0.1:9479" }
/// ```
///
/// The page is at `/metrics`, in the text format of Prometheus, version 0.0.4. A request must name the host by a loopback address
/// or as `localhost`, so that no web page reaches the metrics through a browser of this device. All connections are served by one
/// thread: at most 32 at a time, each for one request of at most 8 KiB and for at most ten seconds. If there are more, the oldest
/// is closed.
///
/// The endpoint exists during the run. If the address is taken, the failure is counted, and the notifier tries again after a
/// pause. The counters begin at 0 with each run.
package struct PrometheusNotifier: Notifier {
    let address: LocalAddress
    private let permissions: UInt16
    private let page: MetricsPage
    /// Receives the port when the server listens; for tests that let the system choose it.
    var whenListening: @Sendable (UInt16) -> Void = { _ in }

    init(_ address: LocalAddress, permissions: UInt16 = 0o660, detail: MetricsDetail = .access, captures: [String] = [])
    {
        self.address = address
        self.permissions = permissions
        page = MetricsPage(detail, capturing: captures)
    }

    package var mailbox: NotifierMailbox { .all(upTo: 1000) }
    package var requirements: [Requirement] { address.requirements }

    package func handle(_ event: PipelineEvent) async throws { page.take(event) }

    /// Serves the metrics until the task is cancelled.
    package func serve(_ run: NotifierRun) async throws {
        guard let stop = Waker() else { throw NotifierFault("pipe", .last) }
        page.begin(run)
        try await DedicatedThread.run { [self] in
            let isPath = address.form.family == AF_UNIX
            let service = LocalServer.Service.http { [page] head in
                ScrapeRequest.response(to: head, isPath: isPath) { page.text }
            }
            let server = try LocalServer(address, permissions: permissions, service)
            whenListening(server.port)
            server.run(until: stop)
        } stop: {
            stop.wakeUp()
        }
    }
}

extension PrometheusNotifier: Configurable {
    package static var pluginID: PluginID { "notifier.prometheus" }
    package static var summary: String { "serves metrics on a loopback address or a Unix socket, for Prometheus" }

    private enum CodingKeys: CodingKey {
        case listen, mode, detail, captures
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let listen = try container.decode(String.self, forKey: .listen)
        let mode = try container.decodeIfPresent(String.self, forKey: .mode) ?? "0660"
        let (detail, captures) = (try container.metricsDetail(.detail), try container.captures(.captures))
        guard let address = LocalAddress(listen) else {
            let forms = "such as 127.0.0.1:9479 or [::1]:9479, or unix: and an absolute path of at most 103 bytes"
            throw container.fault(.listen, "must be a loopback address with a port, \(forms)")
        }
        self.init(
            address,
            permissions: try container.permissions(mode, .mode),
            detail: detail,
            captures: captures
        )
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("\(address)", forKey: .listen)
        try container.encode(permissions.octal, forKey: .mode)
        try container.encode(page.detail.rawValue, forKey: .detail)
        if !page.captures.isEmpty { try container.encode(page.captures, forKey: .captures) }
    }
}
