public import ConnectivityCore

extension Pipeline {
    /// Performs the effects that companions request; the mailbox receives their results.
    func carryOut(
        _ wishes: [CompanionDriver.Wish],
        _ group: inout DiscardingTaskGroup,
        _ companions: inout CompanionDriver,
        _ mailbox: AsyncStream<PipelineInput>.Continuation,
        over interface: String?,
        at elapsed: Duration
    ) {
        for (place, effect) in wishes {
            switch effect {
            case .ask(let requests, let token):
                let delay = companions.delay(of: requests, at: elapsed)
                for (name, requests) in Dictionary(grouping: requests, by: { $0.path.interface ?? interface ?? "" }) {
                    mailbox.yield(.other(.companionAsked(requestCount: requests.count, interface: name)))
                }
                group.addTask { [stop = companions.stop(of: place, token)] in
                    let exchanges = await exchanges(of: requests, after: delay, until: stop)
                    mailbox.yield(.companion(place, .answered(token, exchanges)))
                }
            case .wait(let time, let token):
                group.addTask { [stop = companions.stop(of: place, token)] in
                    guard await stop.ending({ (try? await clock.sleep(for: time)) != nil }) else { return }
                    mailbox.yield(.companion(place, .waited(token)))
                }
            case .perform(let work, let token):
                guard parts.asksOutside else { continue }
                let prober = CountedProber(base: parts.prober) { request in
                    parts.asked?(request, .companion)
                    let name = request.path.interface ?? interface ?? ""
                    mailbox.yield(.other(.companionAsked(requestCount: 1, interface: name)))
                }
                group.addTask { [stop = companions.stop(of: place, token)] in
                    var tools = tools
                    tools.prober = prober
                    let observation = await stop.ending { [tools] in
                        await runs.calls.during(work.name) { await work.perform(with: tools) }
                    }
                    mailbox.yield(.companion(place, .finished(token, observation)))
                }
            case .signInBegan: mailbox.yield(.signInBegan)
            case .look: lookNow()
            case .skip(let interface, let time): mailbox.yield(.other(.skipped(on: interface, for: time)))
            case .report, .cancel: break
            }
        }
    }

    /// The tools for work of companions outside of a run.
    public var tools: CompanionWork.Tools {
        let start = clock.now
        return CompanionWork.Tools(
            prober: parts.prober,
            limits: machine.limits,
            now: { ConnectivityMachine.Moment(elapsed: start.duration(to: clock.now), wall: parts.civilTime()) },
            sleep: { try await clock.sleep(for: $0) }
        )
    }

    /// Sends requests of a companion at the same time, and returns the exchanges in order; a stop cuts off those in progress.
    private func exchanges(
        of requests: [ProbeRequest],
        after delay: Duration,
        until stop: Stop
    ) async -> [ProbeExchange] {
        await withTaskGroup(of: (Int, ProbeExchange)?.self) { group in
            for (place, request) in requests.enumerated() {
                group.addTask {
                    if delay > .zero, (try? await clock.sleep(for: delay)) == nil { return (place, .late(request)) }
                    let exchange = await exchange(of: request, for: .companion)
                    return (place, exchange.isCancelled ? .late(request) : exchange)
                }
            }
            group.addTask {
                await stop.wait()
                return nil
            }
            var exchanges: [Int: ProbeExchange] = [:]
            while exchanges.count < requests.count, let end = await group.next() {
                if let (place, exchange) = end { exchanges[place] = exchange } else { group.cancelAll() }
            }
            group.cancelAll()
            return requests.indices.compactMap { exchanges[$0] }
        }
    }
}

extension ProbeExchange {
    /// Returns the exchange of a request that was stopped before its own time limit.
    fileprivate static func late(_ request: ProbeRequest) -> ProbeExchange {
        ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cutOff)))
    }
}

/// Counts the requests of a companion's work.
private struct CountedProber: Prober {
    let base: any Prober
    let count: @Sendable (ProbeRequest) -> Void

    var kinds: Set<Question.Kind> { base.kinds }

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        count(request)
        return await base.probe(request)
    }
}
