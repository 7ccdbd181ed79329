import ConnectivityCore

extension Pipeline {
    /// Carries out what companions want; the mailbox receives what comes of it.
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
                    if delay > .zero, (try? await clock.sleep(for: delay)) == nil { return }
                    let exchanges = await exchanges(of: requests, until: stop)
                    mailbox.yield(.companion(place, .answered(token, exchanges)))
                }
            case .wait(let time, let token):
                group.addTask {
                    guard (try? await clock.sleep(for: time)) != nil else { return }
                    mailbox.yield(.companion(place, .waited(token)))
                }
            case .look: lookNow()
            case .report: break
            }
        }
    }

    /// Sends requests of a companion at the same time, and returns the exchanges in their order; those that have not ended when
    /// stopped are cancelled.
    private func exchanges(of requests: [ProbeRequest], until stop: Stop) async -> [ProbeExchange] {
        await withTaskGroup(of: (Int, ProbeExchange)?.self) { group in
            for (place, request) in requests.enumerated() {
                group.addTask { (place, await exchange(of: request, for: .companion)) }
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
