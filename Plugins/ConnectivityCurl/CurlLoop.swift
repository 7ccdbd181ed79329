#if Curl
internal import CCurl
internal import ConnectivityCore
internal import ConnectivitySupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the driver's thread does until it is told to end: everything that touches an easy handle happens here.
struct CurlLoop {
    /// How long the thread sleeps where nothing has a time limit of its own.
    private static let longestSleep = Duration.seconds(60)

    private let inbox: CurlInbox
    private var transfers: [UInt64: CurlTransfer] = [:]
    /// The transfers with limits for single phases, and when to look at each of them next.
    private var checks: [UInt64: ContinuousClock.Instant] = [:]

    /// The transfers whose connection has not been seen yet, where that is to be done.
    private var unconnected: Set<UInt64> = []

    private var multi: CurlMulti { inbox.waker }

    init(inbox: CurlInbox) { self.inbox = inbox }

    mutating func run() {
        while true {
            let mail = inbox.take()
            for job in mail.jobs { start(job) }
            for id in mail.cancelled { stop(id, .cancelled, "the task was cancelled") }
            if mail.isClosed { break }
            let status = multi.perform()
            if status != CURLM_OK { stopAll(status) }
            noteConnections()
            while let (owner, code) = unsafe multi.nextEnded() {
                finish(unsafe CurlTransfer.at(owner).id, .byLibrary(code))
            }
            checkPhases()
            // Without the sleep a lasting fault would keep a processor busy.
            if multi.poll(milliseconds: sleepTime()) != CURLM_OK { usleep(10_000) }
        }
        for id in Array(transfers.keys) { stop(id, .cancelled, "the prober is gone") }
    }

    private mutating func start(_ job: CurlJob) {
        let transfer: CurlTransfer
        do throws(ProbeFailure) {
            transfer = try CurlTransfer(job)
            try transfer.start(on: multi)
        } catch {
            return job.fail(error)
        }
        transfers[job.id] = transfer
        if transfer.needsConnectionSeen { unconnected.insert(job.id) }
        let limits = job.request.limits
        if limits.nameLookup != nil || limits.connect != nil || limits.response != nil {
            checks[job.id] = transfer.started
        }
    }

    private mutating func noteConnections() {
        guard !unconnected.isEmpty else { return }
        let now = ContinuousClock.now
        for id in unconnected {
            transfers[id]?.noteConnection(at: now)
            if transfers[id]?.needsConnectionSeen != true { unconnected.remove(id) }
        }
    }

    private mutating func checkPhases() {
        guard !checks.isEmpty else { return }
        let now = ContinuousClock.now
        for (id, time) in checks where time <= now {
            switch transfers[id]?.checkPhase(at: now) {
            case .expired(let phase): stop(id, .timedOut(phase), "the limit for the phase passed")
            case .again(let later): checks[id] = now + later
            case .never, nil: checks[id] = nil
            }
        }
    }

    private func sleepTime() -> Int32 {
        guard let next = checks.values.min() else { return Self.longestSleep.millisecondsRoundedUp }
        return max(.zero, min(next - .now, Self.longestSleep)).millisecondsRoundedUp
    }

    private mutating func stop(_ id: UInt64, _ kind: ProbeFailure.Kind, _ detail: String) {
        finish(id, .byDriver(kind, detail))
    }

    private mutating func stopAll(_ status: CURLMcode) {
        let detail = unsafe curl_multi_strerror(status).map { unsafe String(cString: $0) } ?? ""
        for id in Array(transfers.keys) { stop(id, .other(.curl, code: Int(CURLE_FAILED_INIT.rawValue)), detail) }
    }

    private mutating func finish(_ id: UInt64, _ end: CurlTransfer.End) {
        checks[id] = nil
        unconnected.remove(id)
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        transfer.finish(end, on: multi)
    }
}

extension Duration {
    /// The whole milliseconds that contain this duration, as far as libcurl can count them.
    var millisecondsRoundedUp: Int32 {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return .max }
        let perMillisecond: Int64 = 1_000_000_000_000_000
        return Int32(seconds * 1000 + (attoseconds + perMillisecond - 1) / perMillisecond)
    }
}
#endif
