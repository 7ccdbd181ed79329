public import ConnectivityCore
public import ConnectivityRegistry
import ConnectivityToolkit

/// Asks STUN servers over UDP.
///
/// A request is sent again after half a second, then after twice the previous wait each time (RFC 8489, section
/// 6.2.1), until there is an answer or the time limit expires. No names are looked up: the question has the
/// server's address.
public struct STUNProber: Prober, Configurable {
    public static var pluginID: PluginID { "prober.example.stun" }
    public static var summary: String { "asks a STUN server for the address that it sees (RFC 8489)" }

    public var kinds: Set<Question.Kind> { [STUNQuestion.kind] }

    /// Creates a prober.
    public init() {}

    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: STUNQuestion = request.question.decoded(),
            request.path.family == nil || request.path.family == question.server.family
        else { return .unsupported(request) }
        let start = ContinuousClock.now
        let outcome = await Self.outcome(question, request)
        let elapsed = ContinuousClock.now - start
        var timings = ProbeExchange.Timings(total: elapsed)
        if case .success = outcome { timings.response = elapsed }
        var exchange = ProbeExchange(
            request: request,
            outcome: outcome,
            remoteAddress: question.server,
            timings: timings
        )
        // The answer has the random transaction ID of this request, so it was not prepared in advance (RFC 8489, section 6).
        if case .success = outcome { exchange.authentication = .challenged }
        return exchange
    }

    /// Asks on a dedicated thread, because the system calls block.
    private static func outcome(
        _ question: STUNQuestion,
        _ request: ProbeRequest
    ) async -> Result<STUNAnswer, ProbeFailure> {
        let deadline = ContinuousClock.now + request.limits.total
        let socket: UDPSocket
        do throws(ProbeFailure) {
            socket = try UDPSocket(to: question.server, port: question.port, interface: request.path.interface)
        } catch {
            return .failure(error)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DedicatedThread.start { continuation.resume(returning: answer(over: socket, until: deadline)) }
            }
        } onCancel: {
            socket.cancel()
        }
    }

    private static func answer(
        over socket: UDPSocket,
        until deadline: ContinuousClock.Instant
    ) -> Result<STUNAnswer, ProbeFailure> {
        let id = STUNMessage.TransactionID()
        var (wait, next) = (Duration.milliseconds(500), ContinuousClock.now)
        do throws(ProbeFailure) {
            while true {
                if ContinuousClock.now >= next {
                    try socket.send(STUNMessage.request(id))
                    (wait, next) = (wait * 2, ContinuousClock.now + wait)
                }
                // Datagrams that do not answer this request are ignored.
                if let bytes = try socket.receive(until: min(next, deadline)),
                    let answer = STUNMessage.answer(bytes, to: id)
                {
                    return .success(answer)
                }
                if ContinuousClock.now >= deadline { return .failure(ProbeFailure(.timedOut(.response))) }
            }
        } catch {
            return .failure(error)
        }
    }
}
