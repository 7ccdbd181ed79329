import ConnectivityCore
public import ConnectivityRecords
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
        var seed: UInt32
        var epoch: Int
        var requests: [ProbeRequest]
        /// When each request was sent.
        var sent: [Duration]
        var waits: [Duration] = []
        var exchanges: [SessionRecording.Exchange] = []
        var isAnswered: Set<Int> = []
    }

    mutating func take(_ step: ConnectivityMachine.Step, at time: Duration) {
        switch step.input {
        case .interfacesChanged(let snapshot):
            events.append(.init(at: time, .interfaces(snapshot)))
        case .probeEnded(let index, let epoch, let exchange) where epoch == round?.epoch:
            note(exchange, index, at: time)
        case .waitEnded(let epoch) where epoch == round?.epoch && step.effects.allSatisfy(\.isWithinRound):
            if let begun = round?.at { round?.waits.append(time - begun) }
        case .waitEnded(let epoch) where epoch == round?.epoch:
            for index in round?.requests.indices ?? 0..<0 where round?.isAnswered.contains(index) == false {
                guard let request = round?.requests[index] else { continue }
                note(ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled))), index, at: time)
            }
        case .probeEnded, .waitEnded:
            break
        }
        for effect in step.effects {
            switch effect {
            case .begin(let activity, let epoch):
                endRound()
                guard case .round(let requests, limit: _) = activity else { continue }
                let sent = requests.map { _ in time }
                round = Round(at: time, seed: step.moment.seed, epoch: epoch, requests: requests, sent: sent)
            case .ask(let requests, from: _, epoch: _):
                round?.requests += requests
                round?.sent += requests.map { _ in time }
            case .remind, .publish:
                continue
            }
        }
    }

    private mutating func note(_ exchange: ProbeExchange, _ index: Int, at time: Duration) {
        guard let begun = round?.at, let sent = round?.sent[index], round?.isAnswered.insert(index).inserted == true
        else { return }
        var exchange = exchange
        exchange.timings.total = time - sent
        round?.exchanges.append(SessionRecording.Exchange(exchange, offset: sent - begun))
    }

    /// Puts the round where it began on the time line.
    mutating func endRound() {
        guard let ended = round, !ended.exchanges.isEmpty else { return round = nil }
        events.append(.init(at: ended.at, .round(ended.exchanges), seed: ended.seed, waits: ended.waits))
        round = nil
    }
}

extension ConnectivityMachine.Effect {
    fileprivate var isWithinRound: Bool { if case .begin = self { false } else { true } }
}
