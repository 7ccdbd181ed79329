import ConnectivityKit

extension Vector {
    /// What our own machine, judge and policy conclude from what the peer met, in common terms.
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
            guard run.awaitRound(foreground: comesToForeground ? snapshot : nil) else { break }
            for (index, request) in run.requests.enumerated() {
                // What was not asked in this round is as good as cancelled.
                let answer = try round.first { $0.url == request.url }.map { try probeExchange($0, request, corpus) }
                let exchange = answer ?? ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)))
                run.send(.probeEnded(index: index, epoch: run.epoch, exchange: exchange))
            }
        }
        return run.machine.assessment?.inCommonTerms ?? ""
    }

    /// A share where the peer has one, else our default.
    private var policy: any ThresholdPolicy {
        if let percent = config["successThreshold"]?.int { return SharePolicy(Double(percent) / 100) }
        if let all = (config["requireAll"] ?? config["strict"])?.bool { return SharePolicy(all ? 1 : 0) }
        return PipelineConfiguration().policy
    }

    /// Ours, except that some peers do not look again once they are online.
    private var schedule: Schedule {
        config["pollWhileOfflineOnly"]?.bool == true ? Schedule(interval: VectorRun.horizon * 2) : Schedule()
    }

    /// Whether the vector has the application come to the foreground between rounds, and the peer look again then.
    private var comesToForeground: Bool { config["checkWhenApplicationDidBecomeActive"]?.bool == true }
}

/// A machine on virtual time that jumps over every wait.
struct VectorRun {
    /// A longer wait never ends within a vector.
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
            case .settle(let delay), .rest(let delay): wait = delay
            case .round(let asked, _): requests = asked
            }
        }
    }

    /// Goes on to the next round; an event in the foreground shows the machine its interfaces with something new.
    /// - Returns: Whether there is one.
    mutating func awaitRound(foreground: InterfaceSnapshot?) -> Bool {
        if let foreground, wait != nil {
            var snapshot = foreground
            for index in snapshot.interfaces.indices {
                snapshot.interfaces[index].addresses.append(Interface.Address("192.0.2.8", prefixLength: 24))
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
