import ConnectivityCore
import ConnectivityTestKit

/// The behaviour of a network towards every probe from some time on.
enum Behaviour: Sendable {
    case genuine, portal, silence, refusal
}

/// A network whose behaviour changes at given times.
struct SimulatedNetwork: Sendable {
    let clock: VirtualClock
    /// The behaviours, each with its start time, in order.
    let behaviours: [(from: Duration, Behaviour)]
    var latency: Duration = .milliseconds(20)

    var prober: ClosureProber {
        ClosureProber { [self] request in
            let start = clock.now
            func exchange(_ outcome: Result<ProbeResponse, ProbeFailure>) -> ProbeExchange {
                let total = start.duration(to: clock.now)
                return ProbeExchange(request: request, outcome: outcome, timings: ProbeExchange.Timings(total: total))
            }
            let behaviour = behaviours.upTo(start.offset).last?.1 ?? .silence
            let delay = behaviour == .silence ? request.limits.total : latency
            guard (try? await clock.sleep(for: delay)) != nil else {
                return exchange(.failure(ProbeFailure(.cancelled)))
            }
            return switch behaviour {
            case .genuine: exchange(.success(.genuine))
            case .portal: exchange(.success(ProbeResponse(status: 302, headers: ["Location": "http://login.example/"])))
            case .silence: exchange(.failure(ProbeFailure(.timedOut(.connect))))
            case .refusal: exchange(.failure(ProbeFailure(.connectionRefused)))
            }
        }
    }
}

extension ProbeResponse {
    /// The answer of the endpoints of a simulated network, which no gateway gives.
    static let genuine = ProbeResponse(status: 204, headers: ["X-Own": "yes"])
}

extension [(from: Duration, Behaviour)] {
    /// The behaviours that have begun at a time.
    func upTo(_ time: Duration) -> Self.SubSequence {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].from <= time { low = middle + 1 } else { high = middle }
        }
        return self[..<low]
    }
}
