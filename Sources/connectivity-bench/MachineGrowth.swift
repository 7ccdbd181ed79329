#if canImport(CCurl) && canImport(CPCRE2)
import ConnectivityKit
import ConnectivityCore

/// Measures how the processor time of the machine, without tasks and networks, grows with the endpoints of a round.
enum MachineGrowth {
    private static let pool = (0..<20).map { index in
        let scheme = index % 2 == 0 ? "https" : "http"
        let url = HTTPURL(stringLiteral: "\(scheme)://pool\(index / 2).example/")
        return Endpoint(url, owner: "p\(index / 2)", expecting: HasStatus(204))
    }

    private static let policies: [(name: String, policy: any ThresholdPolicy, pool: [Endpoint])] = [
        ("share", SharePolicy(1), []), ("quorum", QuorumPolicy(), []), ("evidence", EvidencePolicy(), []),
        ("evidence with a pool", EvidencePolicy(), pool), ("whole round", Whole(), []),
        ("hysteresis", HysteresisPolicy(EvidencePolicy()), pool),
    ]

    /// A policy that looks at the round only when it is complete.
    private struct Whole: WholeRoundPolicy {
        func judge(_ round: ProbeRound) -> RoundVerdict {
            RoundVerdict(round.count(of: .genuine) > 0 ? .online : .unreachable, because: .notYetJudged)
        }
    }

    static func rows() async -> [Row] {
        var rows: [Row] = []
        for (name, policy, pool) in policies {
            for count in [10, 100, 1000, 10_000] {
                let work = "decision of one round, no network: \(name), \(count) endpoints"
                rows.append(
                    await Row.of(work, runs: 5) {
                        // One in fifty fails.
                        round(of: count, policy, pool) { $0 % 50 == 1 }
                    }
                )
            }
        }
        return rows
    }

    private static func round(
        of count: Int,
        _ policy: any ThresholdPolicy,
        _ pool: [Endpoint],
        failing: (Int) -> Bool
    ) {
        let endpoints = (0..<count).map { index in
            let url = HTTPURL(stringLiteral: "\(index % 2 == 0 ? "http" : "https")://host\(index).example/generate_204")
            return Endpoint(url, name: "e\(index)", owner: "o\(index / 2)", expecting: HasStatus(204))
        }
        var machine = ConnectivityMachine(
            DecisionRules(endpoints: endpoints, pool: pool, validators: [PortalSignals()], policy: policy)
        )
        let moment = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero), seed: 1)
        let interface = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [NetworkInterface.Address("198.51.100.7", prefixLength: 24)],
            defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "198.51.100.1", metric: 100)]
        )
        var requests: [ProbeRequest] = []
        func handle(_ input: ConnectivityMachine.Input) {
            for effect in machine.handle(input, at: moment) {
                switch effect {
                case .begin(.round(let asked, limit: _), epoch: _): requests = asked
                case .ask(let more, from: _, epoch: _): requests += more
                case .begin, .remind, .publish, .discardRound: break
                }
            }
        }
        handle(.interfacesChanged(InterfaceSnapshot([interface])))
        let epoch = machine.epoch
        var index = 0
        while index < requests.count, machine.epoch == epoch {
            let outcome: Result<ProbeResponse, ProbeFailure> =
                failing(index) ? .failure(ProbeFailure(.connectionRefused)) : .success(ProbeResponse(status: 204))
            let exchange = ProbeExchange(request: requests[index], outcome: outcome)
            handle(.probeEnded(index: index, epoch: epoch, exchange: exchange))
            index += 1
        }
        precondition(machine.assessment?.access != .determining)
    }
}
#endif
