#if os(Linux)
package import ConnectivityCore
import ConnectivityToolkit

/// Asks hosts for ICMP echoes, over sockets that are bound to the interface of the request.
///
/// - The system decides which users may open sockets for echoes (`net.ipv4.ping_group_range`, icmp(7)). If it forbids them, raw
///   sockets are used, which need `CAP_NET_RAW`; if it forbids these as well, the request fails with
///   ``ConnectivityCore/ProbeFailure/Kind/unsupported``, and the endpoint counts as not asked.
/// - An echo counts if it returns the request's bytes, some of which are random.
/// - The probe ends when every request has its echo or a report that none will arrive; with some echoes, a second after the last
///   request; with a report and no echo, a second after the first request, unless the question is about the size; otherwise at
///   the request's limits for the response and the total.
/// - Without an echo, the probe fails: with `unreachable` and the facts of an ``EchoError`` if routers or the device reported
///   one, otherwise with `timedOut(.response)`. The kernel needs about three seconds to report an unresolved neighbour.
///
/// All questions of a prober and its copies run on one thread, which starts with the first and ends with the last copy.
package struct EchoProber: Prober {
    private let driver = BlockingDriver { () throws(ProbeFailure) in SocketExchanges<EchoExchange>() }

    /// Creates a prober; this has no effect until the first question.
    package init() {}

    package var kinds: Set<Question.Kind> { [EchoQuestion.kind] }

    /// Sends the requests of a question, whose answer is an ``EchoAnswer``.
    ///
    /// Cancelling the task ends the probe at once.
    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: EchoQuestion = request.question.decoded() else {
            return .unreadable(request, as: EchoQuestion.kind)
        }
        guard request.path.family ?? question.destination.family == question.destination.family else {
            let detail = "\(question.destination) has no echo over the other address family"
            return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.unsupported, detail: detail)))
        }
        let start = ContinuousClock.now
        let deadline = start + request.limits.total
        let asked = EchoExchange.Request(question: question, interface: request.path.interface, deadline: deadline)
        let outcome: Result<EchoAnswer, ProbeFailure>
        do throws(BlockingRefusal<ProbeFailure>) {
            outcome = try await driver.run(asked)
        } catch {
            outcome = .failure(error.failure)
        }
        let answer = try? outcome.get()
        return ProbeExchange(
            request: request,
            outcome: outcome,
            remoteAddress: answer?.source,
            timings: ProbeExchange.Timings(response: answer?.times.first, total: ContinuousClock.now - start)
        )
    }
}
#endif
