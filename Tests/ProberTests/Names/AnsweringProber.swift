#if canImport(CCares)
import ConnectivityCore
import ConnectivityToolkit

/// Answers every request with its own caveat and time, and records the requests.
final class AnsweringProber: Prober {
    private let asked = Lock<[ProbeRequest]>([])

    let kinds: Set<Question.Kind> = [.http]

    var requests: [ProbeRequest] { asked.withLock { $0 } }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        asked.withLock { $0.append(request) }
        return ProbeExchange(
            request: request,
            outcome: .success(ProbeResponse(status: 204)),
            caveats: request.path.addresses.isEmpty ? [.nameLookupBySystem] : [],
            timings: ProbeExchange.Timings(connect: .milliseconds(1), total: .milliseconds(1))
        )
    }
}
#endif
