#if canImport(CCurl) && canImport(CPCRE2)
import ConnectivityKit
import ConnectivityCore
import Foundation

/// Measures how the processor time of the machine, without tasks and networks, grows with the endpoints of a round.
enum MachineGrowth {
    static func printAll() {
        let outcomes: [(String, Result<ProbeResponse, ProbeFailure>)] = [
            ("genuine", .success(ProbeResponse(status: 204))), ("refused", .failure(ProbeFailure(.connectionRefused))),
        ]
        let policies: [(String, any ThresholdPolicy)] = [("quorum", QuorumPolicy()), ("share", SharePolicy())]
        for (name, policy) in policies {
            for (outcomeName, outcome) in outcomes {
                let times = [1000, 4000].map { count in
                    (0..<3).map { _ in round(of: count, outcome, policy) }.min() ?? 0
                }
                let ratio = (times[1] / max(times[0], 0.001) * 10).rounded() / 10
                print(
                    "machine alone, \(name), all \(outcomeName): 1000 endpoints \(text(times[0])), 4000 endpoints \(text(times[1]))",
                    "of CPU, ratio \(ratio)"
                )
            }
        }
    }

    private static func text(_ milliseconds: Double) -> String { "\((milliseconds * 10).rounded() / 10) ms" }

    /// Returns the processor time of one round in milliseconds.
    private static func round(
        of count: Int,
        _ outcome: Result<ProbeResponse, ProbeFailure>,
        _ policy: some ThresholdPolicy
    ) -> Double {
        let endpoints = (0..<count).map { index in
            let url = HTTPURL(stringLiteral: "http://host\(index).example/generate_204")
            return Endpoint(url, name: "e\(index)", owner: "o\(index / 2)", expecting: HasStatus(204))
        }
        var machine = ConnectivityMachine(
            DecisionRules(endpoints: endpoints, validators: [PortalSignals()], policy: policy)
        )
        let moment = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        let interface = NetworkInterface(
            name: "eth0",
            index: 2,
            kind: .ethernet,
            addresses: [NetworkInterface.Address("198.51.100.7", prefixLength: 24)],
            defaultRoutes: [NetworkInterface.DefaultRoute(family: .ipv4, gateway: "198.51.100.1", metric: 100)]
        )
        let start = clock()
        var requests: [ProbeRequest] = []
        for case .begin(.round(let asked, limit: _), epoch: _)
            in machine.handle(.interfacesChanged(InterfaceSnapshot([interface])), at: moment)
        {
            requests = asked
        }
        let epoch = machine.epoch
        for (index, request) in requests.enumerated() {
            let exchange = ProbeExchange(request: request, outcome: outcome)
            _ = machine.handle(.probeEnded(index: index, epoch: epoch, exchange: exchange), at: moment)
        }
        let end = clock()
        precondition(requests.count == count && machine.assessment?.access != .determining)
        return Double(end - start) / Double(CLOCKS_PER_SEC) * 1000
    }
}
#endif
