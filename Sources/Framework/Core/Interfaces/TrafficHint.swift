/// An observation of this device's own traffic, other than probes.
///
/// ```swift
/// do {
///     let answer = try await session.data(from: url)
///     pipeline.hint(.success("api.example.com"))
/// } catch {
///     pipeline.hint(.failure("api.example.com", error))
/// }
/// ```
///
/// A hint saves requests or brings a round forward. It is not evidence of any access: only probes decide. Hints count for a
/// minute, and hosts of this network (`IPAddress.isPlausible(for:)`) do not count.
public struct TrafficHint: Hashable, Sendable {
    /// The observed traffic.
    @nonexhaustive
    public enum Subject: Hashable, Sendable {
        /// Traffic with a host, by its name or address in lower case.
        case host(String)
        /// Traffic over an interface, with hosts beyond this network.
        case interface(String)
    }

    /// The observed traffic.
    public let subject: Subject
    /// Whether the traffic was answered; `nil` if unknown because the request was cancelled.
    public let isAnswered: Bool?

    /// A request to a host was answered over TLS, with a certificate that was verified for the host, as `URLSession` does.
    ///
    /// The host is a name or an address without a port. Do not report an answer over plain HTTP, because a portal may have given
    /// it. Successes of the hosts of large vendors do not count, because walled gardens let those through.
    public static func success(_ host: String) -> TrafficHint {
        TrafficHint(subject: .host(host.lowercased()), isAnswered: true)
    }

    /// A request to a host failed: no connection, no verified certificate, or no answer in time.
    ///
    /// The host is a name or an address without a port. Do not report a negative answer, such as status 404: that is a success. A
    /// `CancellationError` does not count. Failures of a single host concern only that host: they bring the next question to a
    /// service with the same host forward, and no round.
    public static func failure(_ host: String, _ error: any Error) -> TrafficHint {
        TrafficHint(subject: .host(host.lowercased()), isAnswered: error is CancellationError ? nil : false)
    }

    /// Traffic with hosts beyond this network over an interface flows in both directions, or is not answered.
    public static func traffic(over interface: String, isAnswered: Bool) -> TrafficHint {
        TrafficHint(subject: .interface(interface), isAnswered: isAnswered)
    }

    package init(subject: Subject, isAnswered: Bool?) { (self.subject, self.isAnswered) = (subject, isAnswered) }
}
