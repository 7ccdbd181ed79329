import ConnectivityCore
import ConnectivityPipeline
import ConnectivityRegistry
import ConnectivityTestKit

/// A session drawn from a seed: a machine that is moved, suspended, given false answers, and left alone at the end.
///
/// For every seed the last part is quiet: nothing changes and every answer is true, for longer than a pipeline
/// needs to find out.
struct RandomSession: Sendable {
    let seed: UInt64
    private let interfaces: [(after: Duration, snapshot: InterfaceSnapshot?)]
    private let behaviours: [(from: Duration, Behaviour)]
    private let faults: Faults
    private let jumps: [(after: Duration, by: Duration)]
    /// The times at which the civil clock is set, and by how much.
    private let civilSteps: [(from: Duration, by: Duration)]
    private let pauses: [Duration]
    private let countsOwners: Bool

    /// The quiet part at the end, in short steps, because a jump of the clock swallows the step during which it
    /// occurs.
    private static let quiet = [(after: Duration, snapshot: InterfaceSnapshot?)](
        repeating: (.seconds(2), nil),
        count: 12
    )
    private static let schedule = RoundSchedule(
        settling: .milliseconds(300),
        interval: .seconds(5),
        captive: RoundSchedule.Backoff(first: .seconds(2), maximum: .seconds(3)),
        retry: RoundSchedule.Backoff(first: .seconds(1), maximum: .seconds(4))
    )
    static let limits = ProbeRequest.Limits(total: .seconds(2))

    private static let snapshots: [InterfaceSnapshot] = {
        var roaming = NetworkInterface.wifi
        roaming.defaultRoutes[0].gateway = "192.0.2.254"
        var addressed = NetworkInterface.wifi
        addressed.addresses.append(.init("2001:db8::7", prefixLength: 64))
        var unplugged = NetworkInterface.ethernet
        unplugged.hasCarrier = false
        return [[], [.wifi], [.ethernet], [.wifi, .ethernet], [roaming], [addressed], [.wifi, unplugged]]
            .map { InterfaceSnapshot($0) }
    }()

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func time(upTo milliseconds: Int) -> Duration { .milliseconds(random.next(below: milliseconds)) }
        func pick<Element>(_ list: [Element]) -> Element { list[random.next(below: list.count)] }
        let count = random.next(below: 5)
        // Interface changes follow each other at once, within the settling delay, or after some rounds.
        let flaps = (0..<count).map { _ in (after: time(upTo: pick([1, 400, 8000])), pick(Self.snapshots)) }
        let steps = [(after: time(upTo: 100), pick(Self.snapshots))] + flaps
        let disturbed = steps.reduce(Duration.zero) { $0 + $1.after }
        let all: [Behaviour] = [.genuine, .portal, .silence, .refusal]
        self.seed = seed
        interfaces = steps.map { ($0.after, $0.1) } + Self.quiet
        behaviours = [(.zero, pick(all)), (disturbed / 2, pick(all)), (disturbed, pick(all))]
        jumps = (0..<random.next(below: 3)).map { _ in
            (after: time(upTo: 1 + Int(disturbed / .milliseconds(1))), by: time(upTo: pick([1000, 7_200_000])))
        }
        civilSteps = (0..<random.next(below: 3)).map { _ in
            (from: time(upTo: 20_000), by: .seconds(random.next(below: 2_000_000) - 1_000_000))
        }
        faults = Faults(
            drops: pick([0, 0.1]),
            failures: pick([0, 0.2]),
            portals: pick([0, 0.3]),
            forgeries: pick([0, 0.2]),
            overruns: pick([0, 0.1]),
            stragglers: pick([0, 0.1]),
            delays: .zero ... .milliseconds(pick([0, 300, 2500])),
            until: disturbed
        )
        pauses = (0..<(1 + random.next(below: 2))).map { _ in time(upTo: pick([1, 3000])) }
        countsOwners = random.next(below: 2) == 0
    }

    /// The access that the last announcement must have.
    var truth: String {
        let last = interfaces.last { $0.snapshot != nil }?.snapshot
        guard last?.preferred != nil else { return "disconnected" }
        return switch behaviours.last?.1 {
        case .genuine: "online"
        case .portal: "captive"
        case .silence, .refusal, nil: "unreachable"
        }
    }

    /// Runs the session to its end.
    /// - Parameter leaky: Whether the prober leaves a task behind, which must be detected.
    /// - Returns: The recorded events.
    /// - Throws: ``SimulationStalled`` if the session does not end.
    func run(leaky: Bool = false) throws -> SimulationTrace {
        try simulate(seed: seed) { clock in
            let recorder = TraceRecorder(clock: clock)
            let updates = AssessmentUpdates()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, pause) in pauses.enumerated() {
                    group.addTask { await recorder.listen(to: updates, as: number, pausing: pause) }
                }
                for jump in jumps {
                    group.addTask {
                        await recorder.pause(for: jump.after)
                        recorder.jump(by: jump.by)
                    }
                }
                try await recorder.run { try pipeline(recorder, updates, clock, leaky: leaky) }
                try await group.waitForAll()
            }
            // Anything that outlives the run has time to become visible.
            try await clock.sleep(for: .seconds(30))
            return recorder.trace(seed: seed)
        }
    }

    private static let urls = ["a", "b"].map { HTTPURL(stringLiteral: "http://\($0).example/204") }

    /// The number of hosts that must answer for an access to be online: all, or one for an owner.
    var neededCount: Int { countsOwners ? 1 : Self.urls.count }

    /// Returns the behaviours of the network at any time of a period.
    func behaviours(during period: ClosedRange<Duration>) -> [Behaviour] {
        let first = behaviours.lastIndex { $0.from <= period.lowerBound } ?? 0
        return behaviours[first...].filter { $0.from <= period.upperBound }.map(\.1)
    }

    /// Returns the prober that injects the faults of the script.
    func faultyProber(_ base: some Prober, _ clock: VirtualClock) -> FaultyProber {
        FaultyProber(
            base,
            genuine: Dictionary(uniqueKeysWithValues: Self.urls.map { ($0, .genuine) }),
            faults: faults,
            seed: seed,
            clock: clock
        )
    }

    /// The rules, the schedule and the limits of the session.
    var configuration: PipelineConfiguration {
        var configuration = PipelineConfiguration()
        configuration.endpoints = Self.urls.map {
            Endpoint($0, expecting: AllOf([StatusCode(204), HeaderValue(of: "X-Own", is: "yes")]))
        }
        configuration.policy = countsOwners ? QuorumPolicy() : SharePolicy(1)
        configuration.schedule = Self.schedule
        configuration.limits = Self.limits
        return configuration
    }

    private func pipeline(
        _ recorder: TraceRecorder,
        _ updates: AssessmentUpdates,
        _ clock: VirtualClock,
        leaky: Bool
    ) throws -> Pipeline {
        let configuration = configuration
        let network = SimulatedNetwork(clock: clock, behaviours: behaviours)
        let prober = faultyProber(network.prober, clock)
        let leaking = ClosureProber { request in
            if leaky { Task(executorPreference: AtOnce()) { try await clock.sleep(for: .seconds(3600)) } }
            return await prober.probe(request)
        }
        var whole = configuration
        whole.source = recorder.source(ScriptedInterfaceSource(interfaces, clock: clock))
        whole.prober = recorder.prober(leaking)
        whole.notifiers = [recorder.notifier, updates]
        return try Pipeline(
            verbatim: whole,
            clock: clock,
            civilTime: { [civilSteps] in
                let now = clock.now.offset
                let shift = civilSteps.filter { $0.from <= now }.reduce(Duration.zero) { $0 + $1.by }
                return Timestamp(sinceEpoch: .seconds(1_800_000_000) + now + shift)
            }
        )
    }
}

/// Runs each job as soon as it is ready, on the thread that enqueues it.
private final class AtOnce: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
