import ConnectivityCore
public import ConnectivityFixtures
import ConnectivitySupport

extension SimulationTrace {
    /// The run as a recorded session, so that what a seed showed stays as a fixture.
    ///
    /// It holds the changes of the interfaces, the rounds with the answers that the machine took, and what the notifier was
    /// told. A probe that had no answer when its round was over stands in it as cancelled at that time.
    ///
    /// - Parameter configuration: What decided, as a JSON object in text; without it `fixture verify` cannot decide again.
    /// - Returns: The recording, whose names and answers are the simulation's own.
    public func session(configuration: String? = nil) -> SessionRecording {
        var writer = SessionWriter()
        for entry in entries {
            switch entry.event {
            case .stepped(let step): writer.take(step, at: entry.time)
            case .told(let assessment): writer.events.append(.init(at: entry.time, .expected(.init(assessment))))
            default: continue
            }
        }
        writer.endRound()
        return SessionRecording(
            provenance: SessionRecording.Provenance(
                source: "simulated from seed \(seed)",
                recordedAt: steps.first?.step.moment.wall ?? Timestamp(sinceEpoch: .zero),
                tool: "ConnectivityTestKit"
            ),
            configuration: configuration,
            events: writer.events.inOrder(of: \.at)
        )
    }
}

/// Writes the steps of a machine as the events of a session.
private struct SessionWriter {
    var events: [SessionRecording.Event] = []
    private var round: Round?

    /// A round that goes on.
    private struct Round {
        var at: Duration
        var epoch: Int
        var requests: [ProbeRequest]
        var exchanges: [SessionRecording.Exchange] = []
        var isAnswered: Set<Int> = []
    }

    mutating func take(_ step: ConnectivityMachine.Step, at time: Duration) {
        switch step.input {
        case .interfacesChanged(let snapshot):
            events.append(.init(at: time, .interfaces(snapshot)))
        case .probeEnded(let index, let epoch, let exchange) where epoch == round?.epoch:
            note(exchange, index, at: time)
        case .waitEnded(let epoch) where epoch == round?.epoch:
            for index in round?.requests.indices ?? 0..<0 where round?.isAnswered.contains(index) == false {
                guard let request = round?.requests[index] else { continue }
                note(ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled))), index, at: time)
            }
        case .probeEnded, .waitEnded:
            break
        }
        for case .begin(let activity, let epoch) in step.effects {
            endRound()
            if case .round(let requests, limit: _) = activity {
                round = Round(at: time, epoch: epoch, requests: requests)
            }
        }
    }

    private mutating func note(_ exchange: ProbeExchange, _ index: Int, at time: Duration) {
        guard let begun = round?.at, round?.isAnswered.insert(index).inserted == true else { return }
        var exchange = exchange
        exchange.timings.total = time - begun
        round?.exchanges.append(SessionRecording.Exchange(exchange))
    }

    /// Puts the round where it began on the time line.
    mutating func endRound() {
        guard let ended = round, !ended.exchanges.isEmpty else { return round = nil }
        events.append(.init(at: ended.at, .round(ended.exchanges)))
        round = nil
    }
}
