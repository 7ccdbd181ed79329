public import ConnectivityCore

/// Connects an interface source, probers, validators, a policy and notifiers.
///
/// ```swift
/// let updates = AssessmentUpdates()
/// let pipeline = Pipeline(source: NetlinkInterfaceSource(), prober: CurlProber()) {
///     Endpoint.apple
///     Endpoint("https://status.example.com/ping", expecting: BodyContains("pong"))
/// } notifiers: {
///     updates
/// }
/// try await pipeline.run()
/// ```
///
/// A pipeline owns no task: ``run(from:)`` works in the task that calls it and ends with it. Every run starts from an
/// empty state. Copies of a pipeline share their runs: ``lookNow()`` reaches the runs of all copies.
public struct Pipeline: Sendable {
    /// All parts of a pipeline, with a default for each.
    public typealias Configuration = PipelineConfiguration

    let notifiers: [any Notifier]
    let runs: Runs
    var parts: RunParts
    let replacement: PipelineReplacement?

    package var machine: ConnectivityMachine { parts.machine }
    var clock: AnyClock { parts.clock }

    /// The rules by which the pipeline decides.
    package var rules: DecisionRules { machine.rules }

    /// Creates a pipeline from its parts, with builder closures for parts that can be several.
    ///
    /// A part without a parameter here has the default of ``Configuration``, with one exception: the schedule has no
    /// jitter and no rotation. To choose more, use ``init(verbatim:clock:civilTime:draw:)``. The prober must support the
    /// kinds of all endpoints; otherwise ``run(from:)`` and ``assess()`` throw at once.
    ///
    /// The validators judge each answer in addition to the standard links and the endpoint's own expectation, in order,
    /// or are a whole chain (`return .only([...])`); see ``ConnectivityCore/JudgingChain``. Each notifier receives the
    /// events in its own task within ``run(from:)``.
    public init(
        source: some InterfaceSource,
        prober: some Prober,
        policy: some ThresholdPolicy = EvidencePolicy(),
        scope: PipelineConfiguration.Scope = .defaultRoute,
        schedule: RoundSchedule = RoundSchedule(),
        limits: ProbeRequest.Limits = ProbeRequest.Limits(),
        clock: some Clock<Duration> = ContinuousClock(),
        @PipelineBuilder<Endpoint> endpoints: () -> [Endpoint],
        @PipelineBuilder<any ResponseValidator> validators: () -> JudgingChain = { .standard },
        @PipelineBuilder<any Notifier> notifiers: () -> [any Notifier] = { [] }
    ) {
        var configuration = Configuration()
        configuration.policy = policy
        configuration.scope = scope
        configuration.schedule = schedule
        configuration.limits = limits
        configuration.endpoints = endpoints()
        configuration.pool = []
        configuration.validators = validators()
        configuration.notifiers = notifiers()
        self.init(configuration, source, prober, AnyClock(clock), { .now }, { .random(in: 0 ... .max) })
    }

    /// Creates a pipeline from parts that the closures may fail to make, such as a URL of run time or a pattern.
    ///
    /// The parameters are those of the initializer whose closures cannot throw.
    ///
    /// - Throws: The first error of a closure; the closures are called in order.
    public init(
        source: some InterfaceSource,
        prober: some Prober,
        policy: some ThresholdPolicy = EvidencePolicy(),
        scope: PipelineConfiguration.Scope = .defaultRoute,
        schedule: RoundSchedule = RoundSchedule(),
        limits: ProbeRequest.Limits = ProbeRequest.Limits(),
        clock: some Clock<Duration> = ContinuousClock(),
        @PipelineBuilder<Endpoint> endpoints: () throws -> [Endpoint],
        @PipelineBuilder<any ResponseValidator> validators: () throws -> JudgingChain = { .standard },
        @PipelineBuilder<any Notifier> notifiers: () throws -> [any Notifier] = { [] }
    ) throws {
        let (made, chain, listeners) = (try endpoints(), try validators(), try notifiers())
        func judging() -> JudgingChain { chain }
        self.init(
            source: source,
            prober: prober,
            policy: policy,
            scope: scope,
            schedule: schedule,
            limits: limits,
            clock: clock,
            endpoints: { made },
            validators: judging,
            notifiers: { listeners }
        )
    }

    /// Creates a pipeline with exactly the parts of a configuration.
    ///
    /// Nothing is added to the source and the probers: ``ConnectivityCore/PipelineConfiguration/ignored`` and
    /// ``ConnectivityCore/PipelineConfiguration/provisioning`` are for `Pipeline(_:)` of ConnectivityKit, which completes a
    /// configuration with the parts of the platform.
    ///
    /// The configuration has a source and at least one prober. `civilTime` returns the civil time for the record, on the
    /// task of ``run(from:)`` or of a companion's work. `draw` returns a random number, the seed for the policy's draws in
    /// one round and for the jitter of the schedule. It is called on the task of ``run(from:)``.
    ///
    /// - Throws: A `PipelineSetupError` if the configuration has no source, if two probers support the same kind of
    ///   question, if no prober supports the kind of an endpoint, or if two companions have the same name.
    public init(
        verbatim configuration: Configuration,
        clock: some Clock<Duration> = ContinuousClock(),
        civilTime: @escaping @Sendable () -> Timestamp = { .now },
        draw: @escaping @Sendable () -> UInt32 = { .random(in: 0 ... .max) }
    ) throws(PipelineSetupError) {
        guard let source = configuration.source else { throw .noSource }
        let prober = try ProberRouter(configuration.probers)
        try prober.checkKinds(of: configuration.asked)
        var whole = configuration
        whole.companions = []
        for companion in configuration.companions { try whole.companions.add(companion) }
        self.init(whole, source, prober, AnyClock(clock), civilTime, draw)
    }

    private init(
        _ configuration: Configuration,
        _ source: any InterfaceSource,
        _ prober: any Prober,
        _ clock: AnyClock,
        _ civilTime: @escaping @Sendable () -> Timestamp,
        _ draw: @escaping @Sendable () -> UInt32
    ) {
        notifiers = configuration.notifiers
        runs = Runs()
        parts = RunParts(
            machine: configuration.machine,
            source: source,
            prober: prober,
            traffic: configuration.traffic,
            companions: configuration.companions,
            clock: clock,
            civilTime: civilTime,
            draw: draw
        )
        replacement = PipelineReplacements.make?()
    }

    /// Creates a pipeline with different parts, which shares the runs of another pipeline.
    private init(_ other: Pipeline, _ parts: RunParts) {
        (notifiers, runs, self.parts, replacement) = (other.notifiers, other.runs, parts, nil)
    }

    /// Returns the pipeline that replaces this one for a run in a test; `nil` outside of such tests.
    func replaced(isOnce: Bool) -> Pipeline? { replacement.map { Pipeline(self, $0(parts, isOnce)) } }

    /// The counts of delivered and dropped events per notifier, in order, of the run in progress or of the last run.
    ///
    /// Empty before the first run.
    public var notifierStatistics: [NotifierRun.Statistics] { runs.statistics }

    /// The assessment of the run in progress, or of the last run, with the newest observations; `nil` before the first
    /// assessment.
    ///
    /// Another pipeline can continue from it; see ``run(from:)``.
    public var lastAssessment: Assessment? { runs.lastAssessment }

    /// Announces that a run of another pipeline takes over when the run in progress has ended; see ``run(from:)``.
    ///
    /// Notifiers receive ``ConnectivityCore/PipelineEvent/runHandedOver`` before the end of the run. It may be called on any
    /// thread, before the task of the run is cancelled; without a run in progress it has no effect.
    package func handOver() { runs.handOver() }

    /// The parts with a call that the last run gave up: `the source`, `the prober of` and a kind of question, or the
    /// name of a notifier's type.
    ///
    /// Empty if all have returned, and while a run is in progress. A notifier that was given up receives nothing until
    /// its call has returned; a later run calls its source and its probers again.
    public var abandonedParts: [String] { runs.abandoned }

    /// Returns the failures of notifiers from now on: the statistics of each notifier that loses events or fails.
    ///
    /// The sequence yields when a notifier loses an event or fails for the first time in a run, and then whenever the
    /// sum of both has doubled, so a notifier that always fails is reported seldom. Without a failure there is no
    /// activity. Events lost at the end of the run are only in ``notifierStatistics``.
    ///
    /// - Returns: A sequence for one reader, over this run and later ones. It ends when the reader's task is cancelled;
    ///   the newest 100 elements wait for a slow reader.
    public func notifierFailures() -> AsyncStream<NotifierRun.Statistics> { runs.failures }

    /// Requests a round now, without waiting for the next scheduled one.
    ///
    /// It may be called from any task and any thread, also by notifiers of the pipeline, and returns at once. Several requests
    /// before the round begins lead to one round. Requests during a round lead to one more round after it. There is at most
    /// one requested round per second; earlier requests lead to one round when the second is over. While the interfaces
    /// settle, a request adds no round, because a round follows anyway. If no interface is usable, a request has no effect.
    ///
    /// - Returns: Whether a ``run(from:)`` of this pipeline, or of a copy, is in progress; otherwise nothing happens.
    @discardableResult
    public func lookNow() -> Bool { runs.look() }

    /// Reports that a person has begun to sign in to a portal, for example because a sign-in page was opened.
    ///
    /// Companions receive it. In a pipeline of ConnectivityKit, while a portal is known, rounds then follow at short
    /// intervals for five minutes to detect the sign-in. Without a portal, it has no effect. It may be called from any
    /// task and any thread, and returns at once.
    public func signInBegan() { runs.signInBegan() }

    /// Reports results of the application's traffic: success reduces requests, failure starts a round earlier.
    ///
    /// While requests are answered, a regular round of the default endpoints asks two of them in place of five or six;
    /// with custom endpoints, every second round is left out. If several hosts do not answer, or one does not while the
    /// Internet is not reachable, a round begins, at most once in ten seconds, and less often the more of these rounds
    /// find nothing new. A hint never decides: see ``ConnectivityCore/TrafficHint``.
    ///
    /// Call it for each request, from any task and any thread; it returns at once. The newest hint of each host counts,
    /// for up to 64 hosts. Names of hosts are not kept: a recording has the observations that companions derived from
    /// them. Without a ``run(from:)``, or without the companion `Traffic`, it has no effect.
    public func hint(_ hint: TrafficHint) { runs.hint(hint) }

    /// Returns a pipeline that also passes every step of its state machine to an observer, for records and tests.
    ///
    /// The observer receives each step before its effects are performed, on the task of the run. The run waits for it,
    /// so it must return at once. It replaces an earlier observer.
    public func observing(_ observer: @escaping @Sendable (ConnectivityMachine.Step) -> Void) -> Pipeline {
        var pipeline = self
        pipeline.parts.observer = observer
        return pipeline
    }
}
