#if canImport(CCurl)
import ConnectivityCore
import ConnectivityToolkit

/// The bodies that are not awaited to their end, each with the time of its next check.
///
/// A gateway can send a page or the body of a redirect without end. The header of a redirect is sufficient, and the
/// genuine page of a built-in endpoint is short, so a longer body is truncated, as at its size limit.
///
/// Used only on the driver's thread.
final class CurlBodies {
    /// The time from the header to the first check, and between two checks.
    static let pause = Duration.milliseconds(500)
    /// A limit above the size of any page of a built-in endpoint.
    static let genuineByteCountMax = 2_048

    private var looks: [BlockingJob: ContinuousClock.Instant] = [:]

    /// The time of the next check; `nil` if there is nothing to check.
    var next: ContinuousClock.Instant? { looks.values.min() }

    func watch(_ job: BlockingJob) { looks[job] = .now + Self.pause }
    func forget(_ job: BlockingJob) { looks[job] = nil }

    /// Returns the transfers to check now; each is due again after a pause.
    func due() -> [BlockingJob] {
        guard !looks.isEmpty else { return [] }
        let now = ContinuousClock.now
        let due = looks.filter { $0.value <= now }.map(\.key)
        for job in due { looks[job] = now + Self.pause }
        return due
    }
}
#endif
