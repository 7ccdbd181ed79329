#if Cares
internal import CCares
internal import ConnectivitySupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the driver's thread does until it is told to end: everything that touches a channel of c-ares happens here.
struct CaresLoop {
    /// How long the thread sleeps if nothing is under way.
    private static let longestSleep = Duration.seconds(60)

    private let inbox: CaresInbox
    private var exchanges: [UInt64: CaresExchange] = [:]

    init(inbox: CaresInbox) { self.inbox = inbox }

    mutating func run() {
        while true {
            // Before the mail is taken, so that none that is left meanwhile is missed.
            inbox.waker.clear()
            let mail = inbox.take()
            for job in mail.jobs { start(job) }
            for id in mail.cancelled { end(id, .failure(.cancelled)) }
            if mail.isClosed { break }
            let now = ContinuousClock.now
            for (id, exchange) in exchanges {
                if let outcome = exchange.outcome(at: now) { end(id, outcome) }
            }
            wait()
        }
        for id in Array(exchanges.keys) { end(id, .failure(.cancelled)) }
    }

    private mutating func start(_ job: CaresJob) {
        do throws(NameExchangeFailure) {
            let exchange = try CaresExchange(job)
            exchange.ask()
            exchanges[job.id] = exchange
        } catch {
            job.continuation.resume(returning: NameExchange(outcome: .failure(error)))
        }
    }

    /// Answers whoever waits for an exchange, once; its sockets are closed before.
    private mutating func end(_ id: UInt64, _ outcome: Result<DNSReply, NameExchangeFailure>) {
        guard let exchange = exchanges.removeValue(forKey: id) else { return }
        let (continuation, result) = (exchange.continuation, exchange.result(outcome))
        exchange.close()
        continuation.resume(returning: result)
    }

    /// Waits for a socket, a time limit or mail, and lets c-ares do what there is to do.
    private func wait() {
        var descriptors = [pollfd(fd: inbox.waker.reader, events: Int16(POLLIN), revents: 0)]
        var owners: [CaresExchange] = []
        var sleep = Self.longestSleep
        let now = ContinuousClock.now
        for exchange in exchanges.values {
            for socket in exchange.sockets {
                let events = (socket.isToRead ? POLLIN : 0) | (socket.isToWrite ? POLLOUT : 0)
                descriptors.append(pollfd(fd: socket.descriptor, events: Int16(events), revents: 0))
                owners.append(exchange)
            }
            sleep = min(sleep, exchange.patience(at: now))
        }
        let count = nfds_t(descriptors.count)
        let status = unsafe poll(&descriptors, count, max(.zero, sleep).millisecondsRoundedUp)
        // Without the sleep a lasting fault would keep a processor busy.
        if status < 0, errno != EINTR { usleep(10_000) }
        for (entry, exchange) in zip(descriptors.dropFirst(), owners) where entry.revents != 0 {
            let isBroken = entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
            exchange.process(
                entry.fd,
                canRead: isBroken || entry.revents & Int16(POLLIN) != 0,
                canWrite: entry.revents & Int16(POLLOUT) != 0
            )
        }
        for exchange in exchanges.values { exchange.processTimeouts() }
    }
}

extension Duration {
    /// The whole milliseconds that contain this duration, for poll(2).
    fileprivate var millisecondsRoundedUp: Int32 {
        let (seconds, attoseconds) = components
        let perMillisecond: Int64 = 1_000_000_000_000_000
        return Int32(clamping: seconds * 1000 + (attoseconds + perMillisecond - 1) / perMillisecond)
    }
}
#endif
