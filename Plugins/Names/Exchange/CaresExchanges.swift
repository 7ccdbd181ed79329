#if canImport(CCares)
import CCares
import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Asks name servers any number of questions at once, on one thread.
package struct CaresDriver: Sendable {
    private let driver = BlockingDriver { CaresExchanges() }

    package init() {}

    /// Asks name servers on the driver's thread; cancelling the task ends the exchange at once.
    ///
    /// A server that does not know EDNS may answer with any error, and without the extension in its answer (RFC 6891,
    /// section 7; DVE-2018-0001); it is asked again without EDNS.
    package func exchange(_ request: NameExchangeRequest) async -> NameExchange {
        let first = await asking(request)
        guard request.query.payloadSize != nil, case .success(let reply) = first.outcome, reply.code != .noError,
            reply.edns == nil, let server = first.server
        else { return first }
        var plain = request
        plain.servers = [server]
        plain.query.payloadSize = nil
        var second = await asking(plain)
        guard case .success(let answer) = second.outcome, answer.code == .noError else { return first }
        (second.asked, second.caveats) = (first.asked, first.caveats)
        return second
    }

    private func asking(_ request: NameExchangeRequest) async -> NameExchange {
        do throws(BlockingRefusal<Never>) {
            return try await driver.run(request)
        } catch {
            switch error {
            case .cancelled: return NameExchange(outcome: .failure(.cancelled))
            case .noPipe(let number): return NameExchange(outcome: .failure(.init(errno: number)))
            case .noThread: return NameExchange(outcome: .failure(.shortage(.threads)))
            }
        }
    }
}

extension NameExchangeFailure {
    /// Creates a failure from an error number of the system that is not about a server.
    init(errno number: Int32) {
        self = ProbeFailure.Resource(errno: number).map { .shortage($0) } ?? .system(number)
    }
}

/// The exchanges of one driver; all code that uses a c-ares channel runs here.
struct CaresExchanges: BlockingLibrary {
    private var exchanges: [BlockingJob: CaresExchange] = [:]

    mutating func begin(_ job: BlockingJob, _ request: NameExchangeRequest) -> NameExchange? {
        do throws(NameExchangeFailure) {
            let exchange = try CaresExchange(request)
            exchange.ask()
            exchanges[job] = exchange
            return nil
        } catch {
            return NameExchange(outcome: .failure(error))
        }
    }

    mutating func cancel(_ job: BlockingJob) -> NameExchange {
        guard let exchange = exchanges.removeValue(forKey: job) else {
            preconditionFailure("a cancelled job is still running")
        }
        return exchange.end(.failure(.cancelled))
    }

    mutating func takeEnded() -> [(job: BlockingJob, answer: NameExchange)] {
        let now = ContinuousClock.now
        let ended = exchanges.compactMap { job, exchange in
            exchange.outcome(at: now).map { (job: job, answer: exchange.end($0)) }
        }
        for (job, _) in ended { exchanges[job] = nil }
        return ended
    }

    /// Waits for a socket, a timeout or the waker, and lets c-ares do the work that is due.
    mutating func wait(for waker: Waker, atMost limit: Duration) {
        var descriptors = [pollfd.toRead(waker.number)]
        var owners: [CaresExchange] = []
        var sleep = limit
        let now = ContinuousClock.now
        for exchange in exchanges.values {
            for socket in exchange.sockets {
                let events = (socket.isToRead ? POLLIN : 0) | (socket.isToWrite ? POLLOUT : 0)
                descriptors.append(pollfd(fd: socket.descriptor, events: Int16(events), revents: 0))
                owners.append(exchange)
            }
            sleep = min(sleep, exchange.remainingTime(at: now))
        }
        let status = Poll.wait(for: &descriptors, atMost: sleep)
        // Without the pause a permanent error would keep a processor busy.
        if status < 0, errno != EINTR { usleep(10_000) }
        for (entry, exchange) in zip(descriptors.dropFirst(), owners) where entry.isReady {
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
#endif
