#if canImport(CCurl)
import ConnectivityCore
import ConnectivityToolkit

/// The bodies that are not awaited to their end, each with the time of the next look.
///
/// A gateway can send a page or the body of a redirect without end. The header of a redirect says all, and the genuine
/// page of a built-in endpoint is short, so a longer body is truncated, as at its size limit.
///
/// Used only on the driver's thread.
final class CurlBodies {
    /// The time from the header until the first look; then between two looks.
    static let pause = Duration.milliseconds(500)
    /// More bytes than any page of a built-in endpoint has.
    static let genuineByteCountMax = 2_048

    private var looks: [BlockingJob: ContinuousClock.Instant] = [:]

    /// When to look next; `nil` if there is nothing to look at.
    var next: ContinuousClock.Instant? { looks.values.min() }

    func watch(_ job: BlockingJob) { looks[job] = .now + Self.pause }
    func forget(_ job: BlockingJob) { looks[job] = nil }

    /// Returns the transfers to look at now, and again after a pause.
    func due() -> [BlockingJob] {
        guard !looks.isEmpty else { return [] }
        let now = ContinuousClock.now
        let due = looks.filter { $0.value <= now }.map(\.key)
        for job in due { looks[job] = now + Self.pause }
        return due
    }
}
#endif
