import ConnectivityCore

extension Pipeline {
    /// Sends requests, at most as many at once as the schedule permits, and waits until stopped.
    ///
    /// Probes and waits that are still running when the next activity begins are cancelled.
    func perform(
        _ requests: [ProbeRequest],
        _ wait: Duration?,
        from first: Int = 0,
        epoch: Int,
        mailbox: AsyncStream<PipelineInput>.Continuation,
        until stop: Stop
    ) async {
        await withTaskGroup(of: ActivityEnd.self) { group in
            group.addTask {
                await stop.wait()
                return .stopped
            }
            var unsent = requests.enumerated().makeIterator()
            func send(_ group: inout TaskGroup<ActivityEnd>) {
                guard let (offset, request) = unsent.next() else { return }
                group.addTask {
                    let exchange = await exchange(of: request, for: first == 0 ? .round : .followUp)
                    mailbox.yield(.other(.probeEnded(index: first + offset, epoch: epoch, exchange: exchange)))
                    return .answered
                }
            }
            for _ in 0..<min(requests.count, machine.schedule.requestsAtOnce) { send(&group) }
            if let wait {
                group.addTask {
                    if (try? await clock.sleep(for: wait)) != nil { mailbox.yield(.other(.waitEnded(epoch: epoch))) }
                    return .waited
                }
            }
            for await end in group {
                switch end {
                case .stopped: group.cancelAll()
                case .answered where !group.isCancelled: send(&group)
                case .answered, .waited: break
                }
            }
        }
    }
}

private enum ActivityEnd {
    case stopped, waited, answered
}
