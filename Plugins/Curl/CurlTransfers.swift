#if canImport(CCurl)
import CCurl
import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One probe that is passed to the thread.
struct CurlRequest: Sendable {
    let probe: ProbeRequest
    /// The options; holding the prober also keeps its driver alive while the probe runs.
    let prober: CurlProber
    let submitted = ContinuousClock.now
}

/// The transfers of one prober; all code that uses an easy handle runs here.
struct CurlTransfers: BlockingLibrary {
    typealias Failure = ProbeFailure
    private typealias Ended = [(job: BlockingJob, answer: ProbeExchange)]

    private let multi: CurlMulti
    private var transfers: [BlockingJob: CurlTransfer] = [:]
    /// The transfers whose header shows that the rest of the body is not needed or not genuine.
    private let bodies = CurlBodies()
    /// The transfers whose connect time must be observed and is not known yet.
    private var unconnected: Set<BlockingJob> = []
    /// The unconnected transfers that may still look up a name.
    private var lookingUp: Set<BlockingJob> = []
    private var nextCount = ContinuousClock.now
    /// The pause in microseconds per transfer between two counts; counting at 0.7 us (measured) takes less than a hundredth of
    /// it.
    private static let countPause = 100

    init() throws(ProbeFailure) { multi = try CurlMulti() }

    mutating func begin(_ job: BlockingJob, _ request: CurlRequest) -> ProbeExchange? {
        let transfer: CurlTransfer
        do throws(ProbeFailure) {
            transfer = try CurlTransfer(job, request)
            try transfer.start(on: multi)
        } catch {
            let timings = ProbeExchange.Timings(total: .now - request.submitted)
            return ProbeExchange(request: request.probe, outcome: .failure(error), timings: timings)
        }
        transfers[job] = transfer
        transfer.bodies = bodies
        if transfer.needsConnectionSeen { unconnected.insert(job) }
        if transfer.looksUpName { lookingUp.insert(job) }
        return nil
    }

    mutating func cancel(_ job: BlockingJob) -> ProbeExchange {
        guard let transfer = remove(job) else { preconditionFailure("a cancelled job is still running") }
        return transfer.finish(.byDriver(.cancelled, "the task was cancelled"), on: multi)
    }

    mutating func takeEnded() -> [(job: BlockingJob, answer: ProbeExchange)] {
        var ended: Ended = []
        if !lookingUp.isEmpty, ProbeFailure.Resource.isShortOfDescriptors {
            for job in lookingUp { transfers[job]?.noteShortageOfDescriptors() }
        }
        let status = multi.perform()
        if status != CURLM_OK {
            let detail = unsafe curl_multi_strerror(status).map { unsafe String(cString: $0) } ?? ""
            let kind = ProbeFailure.Kind.other(.curl, code: Int(CURLE_FAILED_INIT.rawValue))
            for job in Array(transfers.keys) { end(job, .byDriver(kind, detail), &ended) }
        }
        noteConnections()
        while let (owner, code) = unsafe multi.nextEnded() {
            end(unsafe CurlTransfer.at(owner).job, .byLibrary(code), &ended)
        }
        countReceived(&ended)
        for job in bodies.due() where transfers[job]?.cutBody() == true {
            end(job, .byLibrary(CURLE_WRITE_ERROR), &ended)
        }
        return ended
    }

    mutating func wait(for waker: Waker, atMost limit: Duration) {
        let next = bodies.next.map { max(.zero, min($0 - .now, limit)) } ?? limit
        // Without the pause a permanent error would keep a processor busy.
        if multi.poll(or: waker.number, milliseconds: Waker.pollTimeout(next)) != CURLM_OK { usleep(10_000) }
    }

    private mutating func noteConnections() {
        guard !unconnected.isEmpty else { return }
        let now = ContinuousClock.now
        for job in unconnected {
            transfers[job]?.noteConnection(at: now)
            guard transfers[job]?.needsConnectionSeen != true else { continue }
            unconnected.remove(job)
            lookingUp.remove(job)
        }
    }

    private mutating func countReceived(_ ended: inout Ended) {
        let now = ContinuousClock.now
        guard now >= nextCount, !transfers.isEmpty else { return }
        nextCount = now + .microseconds(Self.countPause * transfers.count)
        // The transfer ends as if libcurl's data had been refused.
        for (job, transfer) in transfers where !transfer.checkReceived() {
            end(job, .byLibrary(CURLE_WRITE_ERROR), &ended)
        }
    }

    private mutating func remove(_ job: BlockingJob) -> CurlTransfer? {
        bodies.forget(job)
        unconnected.remove(job)
        lookingUp.remove(job)
        return transfers.removeValue(forKey: job)
    }

    private mutating func end(_ job: BlockingJob, _ end: CurlTransfer.End, _ ended: inout Ended) {
        guard let transfer = remove(job) else { return }
        ended.append((job, transfer.finish(end, on: multi)))
    }
}
#endif
