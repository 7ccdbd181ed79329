/// Sends one request and waits for what comes back.
///
/// Laws for implementers:
/// - The call ends within the time limits of the request, and at once when the task is cancelled, then with
///   ``ProbeFailure/Kind/cancelled``.
/// - No redirect is followed, no cookie kept, no connection of an earlier probe used again.
/// - Whatever happens becomes the exchange: a response of any status is a success of the probe, and where there is no
///   response, a ``ProbeFailure`` says why. Nothing is thrown.
/// - Calls may overlap in any number; one does not delay another.
public protocol Prober: Sendable {
    /// Sends a request.
    /// - Parameter request: What to send, through which interface, within which limits.
    /// - Returns: The request together with its outcome and timings.
    func probe(_ request: ProbeRequest) async -> ProbeExchange
}
