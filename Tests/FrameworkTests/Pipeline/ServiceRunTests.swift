import ConnectivityCore
import ConnectivityPipeline
import ConnectivityTestKit
import ConnectivityToolkit
import TestSupport
import Testing

/// Notes what is said of services, and of the network.
private final class ServiceLog: Notifier {
    private let lines = Lock<[String]>([])
    var log: [String] { lines.withLock { $0 } }
    var mailbox: NotifierMailbox { .all([.changes, .services, .confirmations], upTo: 100) }

    func handle(_ event: PipelineEvent) {
        switch event {
        case .assessmentChanged(let assessment): add(assessment.access.name)
        case .serviceChanged(let report): add("\(report.name) \(report.state.rawValue)")
        case .serviceConfirmed(let report): add("\(report.name) again")
        default: break
        }
    }
    private func add(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite struct `A run with services` {
    private static func pipeline(
        _ clock: VirtualClock,
        _ log: ServiceLog,
        service: Endpoint? = nil,
        breaksAfter seconds: Int = .max,
        endsAfter end: Int
    ) throws -> Pipeline {
        let steps: [(after: Duration, snapshot: InterfaceSnapshot?)] = [
            (.zero, InterfaceSnapshot([.wifi])), (.seconds(end), nil),
        ]
        let prober = ClosureProber { request in
            try? await clock.sleep(for: .milliseconds(20))
            let isService = request.url?.host == "git.example"
            let isBroken = isService && clock.now.offset >= .seconds(seconds)
            return ProbeExchange(
                request: request,
                outcome: isBroken ? .failure(.init(.connectionRefused)) : .success(ProbeResponse(status: 204))
            )
        }
        return try .simulated(
            source: ScriptedInterfaceSource(steps, clock: clock),
            prober: prober,
            services: [service ?? Endpoint("https://git.example/", name: "git", expecting: HasStatus(204))],
            on: ServiceSchedule(interval: .seconds(40)),
            clock: clock,
            notifier: log
        )
    }

    @Test func `A service is judged after the network, and its failure changes nothing but itself`() throws {
        let log = ServiceLog()
        try simulate { clock in
            try await Self.pipeline(clock, log, breaksAfter: 60, endsAfter: 100).run()
        }
        expect(log.log, ["determining", "online", "git working", "git again", "git failing"], "\(log.log)")
    }

    @Test func `A single assessment is the control for the services that are asked after it`() throws {
        let reports = try simulate { clock in
            let pipeline = try Self.pipeline(clock, ServiceLog(), breaksAfter: 0, endsAfter: 9)
            return try await pipeline.judgeServices(with: pipeline.assess())
        }
        expect(reports.map(\.state), [.failing])
        expect(reports.first?.reason.code, "service-refused")
    }

    @Test func `A service whose kind no prober asks is an error at set-up`() throws {
        #expect(throws: PipelineSetupError.self) {
            try simulate { clock in
                let question = Question.other("com.example.none", [:])
                let service = Endpoint(question, owner: "x")
                try await Self.pipeline(clock, ServiceLog(), service: service, endsAfter: 1).run()
            }
        }
    }
}
