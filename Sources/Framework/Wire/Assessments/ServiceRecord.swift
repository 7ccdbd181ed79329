package import ConnectivityCore

/// What the reports on services follow from, as it was written.
package struct ServiceRecord: Decodable, Sendable {
    package var name: String
    package var judgedAt: Timestamp
    package var since: Timestamp
    package var control: ServiceControl?
    package var answer: ProbeExchange
}
