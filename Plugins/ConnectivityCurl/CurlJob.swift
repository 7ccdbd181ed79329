#if Curl
internal import ConnectivityCore
internal import ConnectivitySupport

/// One probe on its way to the driver's thread.
struct CurlJob: Sendable {
    let id: UInt64
    let request: ProbeRequest
    /// The options; holding the prober also keeps its driver for as long as the probe is under way.
    let prober: CurlProber
    let continuation: CheckedContinuation<ProbeExchange, Never>
    let submitted = ContinuousClock.now

    /// Ends a job that never became a transfer.
    func fail(_ failure: ProbeFailure) {
        continuation.resume(
            returning: ProbeExchange(
                request: request,
                outcome: .failure(failure),
                timings: ProbeTimings(total: .now - submitted)
            )
        )
    }
}

extension CurlMulti: Waker {}

typealias CurlInbox = JobInbox<CurlJob, CurlMulti>
#endif
