import ConnectivityCore

extension Pipeline {
    /// Sends a request, then collects the testimony of the witnesses within the rest of the request's time limit.
    func exchange(of request: ProbeRequest) async -> ProbeExchange {
        let start = clock.now
        var exchange = await prober.probe(request)
        let witnesses = rules.witnesses(for: request)
        guard !witnesses.isEmpty, !Task.isCancelled else { return exchange }
        let rest = request.limits.total - start.duration(to: clock.now)
        exchange = exchange.readForTestimony
        exchange.testimony = await withTaskGroup(of: (Int, Testimony).self) { [exchange] group in
            for (place, witness) in witnesses.enumerated() {
                group.addTask {
                    (place, Testimony(of: witness, await verdict(of: witness, on: exchange, within: rest)))
                }
            }
            var all: [(Int, Testimony)] = []
            for await testimony in group { all.append(testimony) }
            return all.sorted { $0.0 < $1.0 }.map(\.1)
        }
        return exchange
    }

    private func verdict(
        of witness: any Witness,
        on exchange: ProbeExchange,
        within limit: Duration
    ) async -> Verdict {
        await withTaskGroup(of: Verdict?.self) { group in
            if limit > .zero { group.addTask { await witness.testify(on: exchange) } }
            group.addTask {
                try? await clock.sleep(for: max(.zero, limit))
                return nil
            }
            defer { group.cancelAll() }
            let first = await group.next() ?? nil
            return first ?? Verdict(.inconclusive, because: .testimonyLate(of: witness.name))
        }
    }
}
