public import ConnectivityCore

// A session as the script of a pipeline that runs again, for simulation on virtual time.

extension SessionRecording {
    /// The changes of the interfaces: how long to wait before each, and what to report.
    ///
    /// The last step reports nothing and waits until a microsecond behind the end of the last answer, so that it still counts.
    public var interfaceSteps: [(after: Duration, snapshot: InterfaceSnapshot?)] {
        var steps: [(after: Duration, snapshot: InterfaceSnapshot?)] = []
        var time = Duration.zero
        for event in events {
            guard case .interfaces(let snapshot) = event.happening else { continue }
            steps.append((event.at - time, snapshot))
            time = event.at
        }
        let end = exchanges.map { $0.at + $0.exchange.timings.total }.max() ?? time
        steps.append((max(.zero, end - time) + .microseconds(1), nil))
        return steps
    }

    /// The answers, in order, for a ``ReplayProber``.
    ///
    /// What was cancelled is not among them: it was no answer.
    public func answers<C: Clock>(on clock: C.Type) -> [ReplayProber<C>.Answer] where C.Duration == Duration {
        exchanges.compactMap { _, exchange in
            if case .failure(let failure) = exchange.outcome, failure.kind == .cancelled { return nil }
            let request = exchange.request
            var answer = ReplayProber<C>.Answer(request.question, exchange.outcome, after: exchange.timings.total)
            answer.remoteAddress = exchange.remoteAddress
            answer.interface = request.path.interface
            answer.family = request.path.family
            return answer
        }
    }
}
