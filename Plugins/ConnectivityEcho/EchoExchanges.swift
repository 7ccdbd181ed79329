#if os(Linux)
internal import ConnectivityBlocking
internal import ConnectivityCore
internal import Glibc

/// The exchanges of one driver, all on its thread.
struct EchoExchanges: BlockingLibrary {
    typealias Failure = ProbeFailure

    struct Request: Sendable {
        var question: EchoQuestion
        var interface: String?
        var deadline: ContinuousClock.Instant
    }

    private var exchanges: [BlockingJob: EchoExchange] = [:]

    mutating func begin(_ job: BlockingJob, _ request: Request) -> Result<EchoAnswer, ProbeFailure>? {
        do throws(ProbeFailure) {
            exchanges[job] = try EchoExchange(request)
            return nil
        } catch {
            return .failure(error)
        }
    }

    mutating func cancel(_ job: BlockingJob) -> Result<EchoAnswer, ProbeFailure> {
        exchanges[job] = nil
        return .failure(ProbeFailure(.cancelled))
    }

    mutating func takeEnded() -> [(job: BlockingJob, answer: Result<EchoAnswer, ProbeFailure>)] {
        let now = ContinuousClock.now
        for exchange in exchanges.values { exchange.send(at: now) }
        let ended = exchanges.compactMap { job, exchange in exchange.outcome(at: now).map { (job: job, answer: $0) } }
        for (job, _) in ended { exchanges[job] = nil }
        return ended
    }

    mutating func wait(for waker: Waker, atMost limit: Duration) {
        var descriptors = [pollfd(fd: waker.number, events: Int16(POLLIN), revents: 0)]
        var owners: [EchoExchange] = []
        var sleep = limit
        let now = ContinuousClock.now
        for exchange in exchanges.values {
            descriptors.append(pollfd(fd: exchange.descriptor, events: Int16(POLLIN), revents: 0))
            owners.append(exchange)
            sleep = min(sleep, exchange.patience(at: now))
        }
        let status = unsafe poll(&descriptors, nfds_t(descriptors.count), Waker.pollTimeout(sleep))
        // Without the pause a permanent error would keep a processor busy.
        if status < 0, errno != EINTR { usleep(10_000) }
        for (entry, exchange) in zip(descriptors.dropFirst(), owners) where entry.revents != 0 { exchange.receive() }
    }
}
#endif
