import ConnectivityCore
import ConnectivityRecords

/// The recorded traffic of a session, at its times.
struct ReplayedTraffic<C: Clock<Duration>>: TrafficSource {
    private let steps: [(after: Duration, hint: TrafficHint)]
    private let clock: C

    init(_ session: SessionRecording, clock: C) {
        var last = Duration.zero
        steps = session.events.compactMap { event in
            guard case .traffic(let evidence) = event.content else { return nil }
            defer { last = event.at }
            return (event.at - last, TrafficHint(evidence))
        }
        self.clock = clock
    }

    func observe(_ report: @escaping @Sendable (TrafficHint) -> Void) async throws {
        for (delay, hint) in steps {
            try await clock.sleep(for: delay)
            report(hint)
        }
    }
}

extension TrafficHint {
    /// The hint that a pipeline makes into recorded evidence; the names of hosts are not recorded.
    fileprivate init(_ evidence: TrafficEvidence) {
        let subject: Subject =
            switch evidence.subject {
            case .host(let number): .host("host-\(number).example.com")
            case .interface(let name): .interface(name)
            }
        self.init(subject: subject, isAnswered: evidence.isAnswered)
    }
}
