#if os(Linux)
package import ConnectivityCore
package import Glibc

/// A question and its answer over sockets that never block; used only on the thread of a driver.
package protocol SocketExchange: AnyObject {
    associatedtype Request: Sendable
    associatedtype Outcome: Sendable

    /// Opens the sockets for the beginning.
    init(_ request: Request) throws(ProbeFailure)

    /// The sockets to wait for, each with its events.
    var sockets: [pollfd] { get }

    /// Sends due data, and reads received data if `isReady` states that there may be any.
    func advance(at now: ContinuousClock.Instant, isReady: Bool)

    /// Returns the outcome; `nil` until the exchange ends.
    func outcome(at now: ContinuousClock.Instant) -> Result<Outcome, ProbeFailure>?

    /// Returns the time until the next action if no socket becomes ready.
    func remainingTime(at now: ContinuousClock.Instant) -> Duration
}

/// The exchanges of one driver, all on its thread.
package struct SocketExchanges<Exchange: SocketExchange>: BlockingLibrary {
    package typealias Failure = ProbeFailure

    private var exchanges: [BlockingJob: Exchange] = [:]

    package init() {}

    package mutating func begin(
        _ job: BlockingJob,
        _ request: Exchange.Request
    ) -> Result<Exchange.Outcome, ProbeFailure>? {
        do throws(ProbeFailure) {
            exchanges[job] = try Exchange(request)
            return nil
        } catch {
            return .failure(error)
        }
    }

    package mutating func cancel(_ job: BlockingJob) -> Result<Exchange.Outcome, ProbeFailure> {
        exchanges[job] = nil
        return .failure(ProbeFailure(.cancelled))
    }

    package mutating func takeEnded() -> [(job: BlockingJob, answer: Result<Exchange.Outcome, ProbeFailure>)] {
        let now = ContinuousClock.now
        for exchange in exchanges.values { exchange.advance(at: now, isReady: false) }
        let ended = exchanges.compactMap { job, exchange in exchange.outcome(at: now).map { (job: job, answer: $0) } }
        for (job, _) in ended { exchanges[job] = nil }
        return ended
    }

    package mutating func wait(for waker: Waker, atMost limit: Duration) {
        var descriptors = [pollfd.toRead(waker.number)]
        var owners: [Exchange] = []
        var sleep = limit
        let now = ContinuousClock.now
        for exchange in exchanges.values {
            let sockets = exchange.sockets
            descriptors += sockets
            owners += Array(repeating: exchange, count: sockets.count)
            sleep = min(sleep, exchange.remainingTime(at: now))
        }
        let status = Poll.wait(for: &descriptors, atMost: sleep)
        // Without the pause, a permanent error would keep a processor busy.
        if status < 0, errno != EINTR { usleep(10_000) }
        let then = ContinuousClock.now
        for (entry, exchange) in zip(descriptors.dropFirst(), owners) where entry.revents != 0 {
            exchange.advance(at: then, isReady: true)
        }
    }
}

extension ProbeFailure {
    /// The failure of a system call that should not fail.
    package static func system(_ number: Int32) -> ProbeFailure {
        let kind = ProbeFailure.Resource(errno: number).map { ProbeFailure.Kind.shortage($0) }
        return ProbeFailure(kind ?? .other(.errno, code: Int(number)), detail: "\(Errno(number))")
    }

    /// Binds a socket to an interface; returns the failure, `nil` if the socket was bound.
    package static func binding(_ descriptor: Int32, to interface: String?) -> ProbeFailure? {
        guard let interface else { return nil }
        let number = DeviceBinding.bind(descriptor, to: interface)
        guard number != 0 else { return nil }
        return ProbeFailure(.interfaceUnavailable, detail: DeviceBinding.explanation(of: number, for: interface))
    }
}
#endif
