/// What was seen of this device's own traffic, other than probes.
///
/// ```swift
/// do {
///     let answer = try await session.data(from: url)
///     pipeline.report(.success("api.example.com"))
/// } catch {
///     pipeline.report(.failure("api.example.com", error))
/// }
/// ```
///
/// A hint saves requests or brings a round forward. It is no evidence of any access: only probes decide. Hints count for a
/// minute, and hosts of this network (``IPAddress/isPlausible(for:)``) do not count.
public struct TrafficHint: Hashable, Sendable {
    /// Whose traffic was seen.
    @nonexhaustive
    public enum Subject: Hashable, Sendable {
        /// That with a host, by its name or address in lower case.
        case host(String)
        /// That over an interface, with hosts beyond this network.
        case interface(String)
    }

    /// Whose traffic was seen.
    public let subject: Subject
    /// Whether it was answered; `nil` if that is not known, because the device gave up.
    public let isAnswered: Bool?

    /// A request to a host was answered over TLS, with a certificate that was verified for the host, as `URLSession` does.
    ///
    /// Do not report an answer over plain HTTP, because a portal may have given it. Each success of a host of a large vendor
    /// is left out, because walled gardens let those through.
    ///
    /// - Parameter host: The name or the address of the host, without a port.
    /// - Returns: The hint.
    public static func success(_ host: String) -> TrafficHint {
        TrafficHint(subject: .host(host.lowercased()), isAnswered: true)
    }

    /// A request to a host failed: no connection, no verified certificate, or no answer in time.
    ///
    /// Do not report an answer that says no, such as a status of 404: that is a success. Failures of a single host are a
    /// matter of that host: they bring the next question to a service with the same host forward, and no round.
    ///
    /// - Parameters:
    ///   - host: The name or the address of the host, without a port.
    ///   - error: What failed; a `CancellationError` does not count.
    /// - Returns: The hint.
    public static func failure(_ host: String, _ error: any Error) -> TrafficHint {
        TrafficHint(subject: .host(host.lowercased()), isAnswered: error is CancellationError ? nil : false)
    }

    /// Traffic with hosts beyond this network flows both ways, or is not answered.
    /// - Parameters:
    ///   - interface: The name of the interface.
    ///   - isAnswered: Whether it flows both ways.
    /// - Returns: The hint.
    public static func traffic(over interface: String, isAnswered: Bool) -> TrafficHint {
        TrafficHint(subject: .interface(interface), isAnswered: isAnswered)
    }

    package init(subject: Subject, isAnswered: Bool?) { (self.subject, self.isAnswered) = (subject, isAnswered) }
}
