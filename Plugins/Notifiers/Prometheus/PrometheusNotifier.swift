package import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityToolkit
package import ConnectivityWire

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
    package struct Options: Sendable {
        var address: LocalAddress
        var permissions: UInt16 = 0o660
        var detail = MetricsDetail.access
        var captures: [String] = []
    }

    package let options: Options
    private let page: MetricsPage
    /// Receives the port when the server listens; for tests that let the system choose it.
    var whenListening: @Sendable (UInt16) -> Void = { _ in }

    package init(options: Options) {
        self.options = options
        page = MetricsPage(options.detail, capturing: options.captures)
    }

    package var mailbox: NotifierMailbox { .all(upTo: 1000) }
    package var requirements: [Requirement] { options.address.requirements }

    package func handle(_ event: PipelineEvent) async throws { page.record(event) }

    /// Serves the metrics until the task is cancelled.
    package func serve(_ run: NotifierRun) async throws {
        guard let stop = Waker() else { throw NotifierFault("pipe", .last) }
        page.begin(run)
        try await DedicatedThread.run { [self] in
            let isPath = options.address.form.family == AF_UNIX
            let service = LocalServer.Service.http { [page] head in
                ScrapeRequest.response(to: head, isPath: isPath) { page.text }
            }
            let server = try LocalServer(options.address, permissions: options.permissions, service)
            whenListening(server.port)
            server.run(until: stop)
        } stop: {
            stop.wakeUp()
        }
    }
}

extension PrometheusNotifier: TableConfigurable {
    package static var pluginID: PluginID { "notifier.prometheus" }
    package static var summary: String { "serves metrics on a loopback address or a Unix socket, for Prometheus" }

    package static let table = FieldTable(
        Options(address: .unread),
        [
            .converted("listen", \.address, addressForm),
            .converted("mode", \.permissions, .permissions(), usual: "0660"),
            .filled("detail", \.detail, .access),
            .filled("captures", \.captures, [], CapturedLabels.rule),
        ]
    )

    private static let addressForm = FieldForm<String, LocalAddress>(
        "must be a loopback address with a port, such as 127.0.0.1:9479 or [::1]:9479, or unix: and an absolute path "
            + "of at most 103 bytes"
    ) {
        LocalAddress($0)
    } write: {
        "\($0)"
    }
}
