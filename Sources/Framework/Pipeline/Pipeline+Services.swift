public import ConnectivityCore

extension Pipeline {
    /// Asks the services of the pipeline once, with an assessment as control.
    ///
    /// - Parameter assessment: The assessment of the network, as ``assess()`` returned it.
    /// - Returns: A report on each service, in their order; empty if the pipeline has none. If the task is cancelled, requests
    ///   that have not ended are reported as undecided.
    /// - Throws: A `PipelineSetupError` if no prober asks the kind of a service.
    public func judgeServices(with assessment: Assessment) async throws -> [ServiceReport] {
        if let replaced = replaced(isOnce: true) { return try await replaced.judgeServices(with: assessment) }
        try prober.checkKinds(of: services + rules.networks.flatMap(\.services))
        let requests = serviceWatch.requests(after: assessment, seed: draw())
        guard !requests.isEmpty else { return [] }
        let exchanges = await withTaskGroup(of: (Int, ProbeExchange).self) { group in
            for asked in requests {
                group.addTask { (asked.service, await exchange(of: asked.request, for: .service)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return serviceWatch.reports(
            on: requests.compactMap { asked in exchanges[asked.service].map { (service: asked.service, $0) } },
            control: ServiceControl(assessment),
            at: civilTime()
        )
    }

    private var serviceWatch: ServiceWatch { serviceWatch(after: []) }

    private func serviceWatch(after earlier: [ServiceReport]) -> ServiceWatch {
        ServiceWatch(services, on: serviceSchedule, by: rules, limits: machine.limits, after: earlier)
    }

    /// Asks the services during a run, apart from its rounds, until the run ends; `earlier` is what an earlier run
    /// reported last.
    func watchServices(
        taking given: AsyncStream<ServiceWatch.Input>,
        after earlier: [ServiceReport],
        post: @escaping @Sendable (PipelineEvent) -> Void
    ) async {
        let (inputs, mailbox) = AsyncStream.makeStream(of: ServiceWatch.Input.self)
        let start = clock.now
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await input in given { mailbox.yield(input) }
                mailbox.finish()
            }
            var watch = serviceWatch(after: earlier)
            for await input in inputs {
                for effect in watch.handle(input, at: start.duration(to: clock.now), civilTime(), seed: draw()) {
                    switch effect {
                    case .ask(let requests, let number):
                        for asked in requests {
                            group.addTask {
                                let exchange = await exchange(of: asked.request, for: .service)
                                mailbox.yield(.answered(number, service: asked.service, exchange))
                            }
                        }
                    case .wait(let time, let number):
                        group.addTask {
                            guard (try? await clock.sleep(for: time)) != nil else { return }
                            mailbox.yield(.waited(number))
                        }
                    case .look:
                        lookNow()
                    case .report(let report, let isChange):
                        post(isChange ? .serviceChanged(report) : .serviceConfirmed(report))
                    }
                }
            }
            group.cancelAll()
        }
    }
}
