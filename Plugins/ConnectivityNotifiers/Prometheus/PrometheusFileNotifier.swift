package import ConnectivityCore
package import ConnectivityRegistry
import ConnectivitySystem

/// Keeps metrics in a file for the textfile collector of Prometheus' node exporter.
///
/// Its configuration name is `notifier.prometheus-file`; only `file` is required:
///
/// ```json
/// { "use": "notifier.prometheus-file", "file": "/var/lib/prometheus/node-exporter/connectivity.prom" }
/// ```
///
/// - `file` is the absolute path of the file; its name ends with `.prom`, because the collector reads no other one. `-` is
///   standard output. Links, devices and pipes are treated as ``StateFileNotifier`` does.
/// - `mode` are the permissions of the file in octal digits; the default is 0644.
///
/// The metrics are those of ``PrometheusNotifier``. The file is replaced atomically at every change and at the end of
/// every round. If it cannot be written, the old file stays and the failure is counted. It is removed when the run ends,
/// so that the metrics end too.
package struct PrometheusFileNotifier: ServingNotifier {
    private let target: WrittenFile
    private let page = MetricsPage()

    /// Creates a notifier; nothing is written before the first event.
    /// - Parameters:
    ///   - file: The absolute path of the file, which ends with `.prom`; `-` is standard output.
    ///   - permissions: The permissions of the file, from 0 to 0o777.
    package init(file: String, permissions: UInt16 = 0o644) {
        let isFile = file.hasPrefix("/") && file.hasSuffix(".prom")
        precondition(isFile || file == "-", "metrics need an absolute path with .prom")
        target = WrittenFile(file, permissions: permissions & 0o777)
    }

    /// Takes every event; up to a thousand wait.
    package var mailbox: NotifierMailbox { .all(upTo: 1000) }

    /// Replaces the file, if the run goes on from an earlier one.
    /// - Parameter standing: What the earlier run knew.
    /// - Throws: The same errors as ``assessmentChanged(_:)``.
    package func runBegan(from standing: Standing?) async throws {
        guard let standing else { return }
        page.update { $0.begin(from: standing) }
        try await write()
    }

    /// Replaces the file.
    /// - Parameter assessment: The new assessment.
    /// - Throws: An error with the path and the system's message; the old file then stays.
    package func assessmentChanged(_ assessment: Assessment) async throws {
        page.update { $0.change(to: assessment) }
        try await write()
    }

    package func assessmentConfirmed(_ assessment: Assessment) async throws { page.update { $0.confirm(assessment) } }
    package func probeEnded(_ report: EndpointReport) async throws { page.update { $0.endProbe(report) } }
    package func serviceChanged(_ report: ServiceReport) async throws { page.update { $0.judge(report) } }
    package func serviceConfirmed(_ report: ServiceReport) async throws { page.update { $0.judge(report) } }
    package func sourceFailed(_ error: any Error, restartingAfter pause: Duration) async throws {
        page.update { $0.failSource() }
    }

    /// Replaces the file.
    /// - Parameter assessment: The assessment that follows from the round.
    /// - Throws: The same errors as ``assessmentChanged(_:)``.
    package func roundEnded(_ assessment: Assessment) async throws {
        page.update { $0.endRound(assessment) }
        try await write()
    }

    /// Removes the file, if it is a regular file.
    /// - Parameter error: Not used.
    /// - Throws: An error with the path and the system's message.
    package func runEnded(throwing error: (any Error)?) async throws {
        page.clear()
        try await target.removeIfRegular()
    }

    /// Keeps the statistics of the run in view, and returns at once.
    /// - Parameter run: Has the statistics of the notifiers.
    /// - Throws: Nothing.
    package func serve(_ run: NotifierRun) async throws { page.begin(run) }

    private func write() async throws { try await target.write(page.text) }
}

extension PrometheusFileNotifier: Configurable {
    package static var pluginID: PluginID { "notifier.prometheus-file" }
    package static var summary: String { "keeps metrics in a file, for the textfile collector of Prometheus" }

    private enum CodingKeys: CodingKey {
        case file, mode
    }

    /// Decodes the object described above, without `use`.
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a value is unknown, of another type, or cannot be used.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let file = try container.decode(String.self, forKey: .file)
        let mode = try container.decodeIfPresent(String.self, forKey: .mode) ?? "0644"
        try container.checkPath(file, .file)
        guard file == "-" || file.hasSuffix(".prom") else {
            throw container.fault(.file, "must end with .prom, because the textfile collector reads no other file")
        }
        self.init(file: file, permissions: try container.permissions(mode, .mode))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(target.path, forKey: .file)
        try container.encode(target.permissions?.octal, forKey: .mode)
    }
}
