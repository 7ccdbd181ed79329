import ConnectivityCore
import ConnectivityRedaction

extension Pipeline {
    /// Sends a request, then collects the testimony of the witnesses within the rest of the request's time limit.
    func exchange(of request: ProbeRequest, for purpose: ProbePurpose) async -> ProbeExchange {
        let start = clock.now
        parts.asked?(request, purpose)
        let answered = await runs.calls.during("the prober of \(request.question.kind)") {
            await parts.prober.probe(request)
        }
        // No validator, witness, record or notifier sees an answer before this line.
        let exchange = answered.removing(KnownTexts(KnownTexts.secrets(in: request)))
        let witnesses = parts.asksOutside ? rules.witnesses(for: request) : []
        guard !witnesses.isEmpty, !Task.isCancelled else { return exchange }
        return await testified(exchange, by: witnesses, within: request.limits.total - start.duration(to: clock.now))
    }

    /// Adds the testimony of witnesses; separate, because otherwise every probe in progress would have its memory.
    @inline(never)
    private func testified(
        _ answered: ProbeExchange,
        by witnesses: [any Witness],
        within rest: Duration
    ) async -> ProbeExchange {
        var exchange = answered
        exchange.parseAnswer()
        let verdicts = await withTaskGroup(of: (Int, Verdict).self) { [exchange] group in
            for (place, witness) in witnesses.enumerated() {
                group.addTask { (place, await verdict(of: witness, on: exchange, within: rest)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for (place, witness) in witnesses.enumerated() {
            exchange.testimony.append(Testimony(of: witness, verdicts[place] ?? .inconclusive))
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
            return first ?? Verdict(.inconclusive, because: .testimonyLate(of: witness.traceName))
        }
    }
}
