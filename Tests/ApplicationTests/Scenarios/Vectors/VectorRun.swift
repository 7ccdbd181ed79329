import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

extension Vector {
    /// Returns the conclusion of this package from the peer's exchanges, in common terms.
    func conclusion(_ corpus: Corpus) throws -> String {
        var endpoints: [Endpoint] = []
        for exchange in exchanges where !endpoints.contains(where: { $0.url == exchange.url }) {
            endpoints.append(try endpoint(exchange))
        }
        var run = VectorRun(
            machine: ConnectivityMachine(
                DecisionRules(
                    endpoints: endpoints,
                    validators: order,
                    policy: policy
                ),
                schedule: schedule
            )
        )
        run.send(.interfacesChanged(snapshot))
        for round in rounds {
            guard run.awaitRound(foreground: comesToForeground ? snapshot : nil), !isBeforeAnswers else { break }
            for (index, request) in run.requests.enumerated() {
                // A request without an exchange in this round counts as cancelled.
                let answer = try round.first { $0.url == request.url }.map { try probeExchange($0, request, corpus) }
                let exchange = answer ?? ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
                run.send(.probeEnded(index: index, epoch: run.epoch, exchange: exchange))
            }
        }
        return run.machine.assessment?.inCommonTerms ?? ""
    }

    /// A share if the peer has one, the default policy with strikes if it counts these, otherwise the default policy.
    private var policy: any ThresholdPolicy {
        if peer.contains("vintage_net") { return HysteresisPolicy(PipelineConfiguration().policy, down: 3) }
        if let share = config["threshold"]?.double { return SharePolicy(min(max(share / 100, 0), 1)) }
        if let percent = config["successThreshold"]?.int { return SharePolicy(Double(percent) / 100) }
        if let all = (config["requireAll"] ?? config["strict"])?.bool { return SharePolicy(all ? 1 : 0) }
        return PipelineConfiguration().policy
    }

    /// The default schedule; for peers that do not check again while online, the interval is beyond the horizon.
    private var schedule: RoundSchedule {
        config["pollWhileOfflineOnly"]?.bool == true ? RoundSchedule(interval: VectorRun.horizon * 2) : RoundSchedule()
    }

    /// Whether the application comes to the foreground between rounds, so that the peer checks again.
    private var comesToForeground: Bool { config["checkWhenApplicationDidBecomeActive"]?.bool == true }
}

/// A run of a machine on virtual time that skips every wait.
struct VectorRun {
    /// Waits of this length or longer never end within a vector.
    static let horizon: Duration = .seconds(3600)

    private(set) var machine: ConnectivityMachine
    private(set) var requests: [ProbeRequest] = []
    private var elapsed = Duration.zero
    private var wait: Duration?

    var epoch: Int { machine.epoch }

    init(machine: ConnectivityMachine) { self.machine = machine }

    mutating func send(_ input: ConnectivityMachine.Input) {
        let moment = ConnectivityMachine.Moment(elapsed: elapsed, wall: Timestamp(sinceEpoch: elapsed))
        for case .begin(let activity, _) in machine.handle(input, at: moment) {
            requests = []
            wait = nil
            switch activity {
            case .idle: break
            case .settle(let delay), .grace(let delay), .rest(let delay): wait = delay
            case .round(let asked, _): requests = asked
            }
        }
    }

    /// Continues to the next round; when the application comes to the foreground, the machine gets changed
    /// interfaces.
    /// - Returns: Whether there is a next round.
    mutating func awaitRound(foreground: InterfaceSnapshot?) -> Bool {
        if let foreground, wait != nil {
            var snapshot = foreground
            for index in snapshot.interfaces.indices {
                snapshot.interfaces[index].addresses.append(NetworkInterface.Address("192.0.2.8", prefixLength: 24))
            }
            send(.interfacesChanged(snapshot))
        }
        while requests.isEmpty, let delay = wait, delay < Self.horizon {
            elapsed += delay
            send(.waitEnded(epoch: epoch))
        }
        return !requests.isEmpty
    }
}
