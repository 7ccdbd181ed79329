package import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityToolkit

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
/// metrics also end.
package struct PrometheusFileNotifier: Notifier {
    private let target: WrittenFile
    private let page: MetricsPage

    /// Creates a notifier; nothing is written before the first event.
    ///
    /// The file has an absolute path that ends with `.prom`, or is `-` for standard output. The captures, at most four, are the
    /// groups of patterns whose texts become labels.
    init(file: String, permissions: UInt16 = 0o644, _ detail: MetricsDetail = .access, captures: [String] = []) {
        let isFile = file.hasPrefix("/") && file.hasSuffix(".prom")
        precondition(isFile || file == "-", "metrics need an absolute path with .prom")
        target = WrittenFile(file, permissions: permissions & 0o777)
        page = MetricsPage(detail, capturing: captures)
    }

    package var mailbox: NotifierMailbox { .all(upTo: 1000) }
    package var requirements: [Requirement] { target.requirements }

    /// Counts the event, and replaces the file at a change, at the end of a round and if the run continues an earlier one.
    ///
    /// At the end of the run it removes a regular file. If it throws, the old file stays.
    package func handle(_ event: PipelineEvent) async throws {
        page.take(event)
        switch event {
        case .assessmentChanged, .roundEnded, .runBegan(from: .some): try await target.write(page.text)
        case .runEnded: try await target.removeIfRegular()
        default: break
        }
    }

    /// Uses the statistics of the run from now on, and returns at once.
    package func serve(_ run: NotifierRun) async throws { page.begin(run) }
}

extension PrometheusFileNotifier: Configurable {
    package static var pluginID: PluginID { "notifier.prometheus-file" }
    package static var summary: String { "keeps metrics in a file, for the textfile collector of Prometheus" }

    private enum CodingKeys: CodingKey {
        case file, mode, detail, captures
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let file = try container.decode(String.self, forKey: .file)
        let mode = try container.decodeIfPresent(String.self, forKey: .mode) ?? "0644"
        let (detail, captures) = (try container.metricsDetail(.detail), try container.captures(.captures))
        try container.checkPath(file, .file)
        guard file == "-" || file.hasSuffix(".prom") else {
            throw container.fault(.file, "must end with .prom, because the textfile collector reads no other file")
        }
        let permissions = try container.permissions(mode, .mode)
        self.init(file: file, permissions: permissions, detail, captures: captures)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(target.path, forKey: .file)
        try container.encode(target.permissions?.octal, forKey: .mode)
        try container.encode(page.detail.rawValue, forKey: .detail)
        if !page.captures.isEmpty { try container.encode(page.captures, forKey: .captures) }
    }
}
