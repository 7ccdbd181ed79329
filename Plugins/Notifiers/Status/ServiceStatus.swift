import ConnectivityCore
package import ConnectivityWire

/// The status that a running pipeline sends to each client of its socket, as one line of JSON.
package struct ServiceStatus: FieldEncodable {
    struct Row: FieldEncodable {
        let statistics: NotifierRun.Statistics

        static let fields = FieldTable<Self>(
            writing: [
                .written("name") { $0.statistics.name },
                .written("received") { $0.statistics.received },
                .written("dropped") { $0.statistics.dropped },
                .written("failed") { $0.statistics.failed },
                .written("lastFailure") { $0.statistics.lastFailure },
            ]
        )

        static var schema: Schema { fields.schema("NotifierStatistics") }
    }

    /// The failures of the interface source in this run.
    struct SourceFailures: FieldEncodable {
        var count = 0
        var last = ""
        var lastAt = Timestamp(sinceEpoch: .zero)

        static let fields = FieldTable<Self>(
            writing: [
                .written("failed") { $0.count },
                .written("lastFailure") { $0.last },
                .written("lastFailedAt") { $0.lastAt },
            ]
        )
    }

    let process: Int
    let startedAt: Timestamp
    let text: String
    let assessment: Assessment?
    let source: SourceFailures?
    let notifiers: [Row]

    package static let fields = FieldTable<Self>(
        writing: [
            .written("version") { _ in WireForm.version },
            .written("process") { $0.process },
            .written("startedAt") { $0.startedAt },
            .written("since") { $0.assessment?.since },
            .written("text") { $0.text },
            .written("assessment") { $0.assessment },
            .written("source") { $0.source },
            .written("notifiers") { $0.notifiers },
        ]
    )

    package static var schema: Schema { fields.schema("Status") }
}
