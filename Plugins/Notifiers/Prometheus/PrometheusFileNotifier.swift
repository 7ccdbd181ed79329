package import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityToolkit
package import ConnectivityWire

/// Keeps metrics in a file for the textfile collector of Prometheus' node exporter.
///
/// Its configuration name is `notifier.prometheus-file`; only `file` is required:
///
/// ```json
/// { "use": "notifier.prometheus-file", "file": "/var/lib/prometheus/node-exporter/connectivity.prom" }
/// ```
///
/// The metrics are those of ``PrometheusNotifier``. The file is replaced atomically at every change and at the end of every
/// round. If it cannot be written, the old file stays and the failure is counted. It is removed when the run ends, so that the
/// metrics also end. If another process keeps the file, the failure is counted, and the file stays.
package struct PrometheusFileNotifier: Notifier {
    package struct Options: Sendable {
        /// An absolute path that ends with `.prom`, or `-` for standard output.
        var file: String
        var permissions: UInt16 = 0o644
        var detail = MetricsDetail.access
        /// At most four groups of patterns whose texts become labels.
        var captures: [String] = []
    }

    package let options: Options
    private let page: MetricsPage
    private let keeper = FileKeeper()

    /// Creates a notifier; nothing is written before the first event.
    package init(options: Options) {
        self.options = options
        page = MetricsPage(options.detail, capturing: options.captures)
    }

    private var target: WrittenFile { WrittenFile(options.file, permissions: options.permissions) }

    package var mailbox: NotifierMailbox { .all(upTo: 1000) }
    package var requirements: [Requirement] { target.requirements }

    /// Counts the event, and replaces the file at a change, also of an observation, at the end of a round and if the run continues an earlier one.
    ///
    /// At the end of the run it removes a regular file. If it throws, the old file stays.
    package func handle(_ event: PipelineEvent) async throws {
        page.record(event)
        switch event {
        case .assessmentChanged, .roundEnded, .runBegan(from: .some): try await keeper.write(page.text, to: target)
        case .observed(let observation) where observation.isChange: try await keeper.write(page.text, to: target)
        case .runEnded: try await keeper.remove(target)
        default: break
        }
    }

    /// Uses the statistics of the run from now on, and returns at once.
    package func serve(_ run: NotifierRun) async throws { page.begin(run) }
}

extension PrometheusFileNotifier: TableConfigurable {
    package static var pluginID: PluginID { "notifier.prometheus-file" }
    package static var summary: String { "keeps metrics in a file, for the textfile collector of Prometheus" }

    package static let table = FieldTable(
        Options(file: "-"),
        [
            .required("file", \.file, .output).checked(
                "must end with .prom, because the textfile collector reads no other file"
            ) { $0.file == "-" || $0.file.hasSuffix(".prom") },
            .converted("mode", \.permissions, .permissions(), usual: "0644"),
            .filled("detail", \.detail, .access),
            .filled("captures", \.captures, [], CapturedLabels.rule),
        ]
    )
}
