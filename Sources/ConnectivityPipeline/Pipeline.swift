public import ConnectivityCore

/// Connects an interface source, probers, validators, a policy and notifiers.
///
/// The pipeline owns no task: ``run()`` works inside the task that calls it and ends with it, and every run begins anew.
/// Copies are the same pipeline: ``lookNow()`` reaches the runs of all of them.
public struct Pipeline<C: Clock>: Sendable where C.Duration == Duration {
    let source: any InterfaceSource
    let prober: any Prober
    let clock: C
    let civilTime: @Sendable () -> Timestamp
    let draw: @Sendable () -> UInt32
    let notifiers: [any Notifier]
    package private(set) var machine: ConnectivityMachine
    let runs = Runs()
    var observer: (@Sendable (ConnectivityMachine.Step) -> Void)?

    /// What the pipeline decides by: `rules.decide(assessment.record)` makes an assessment of this pipeline again.
    public var rules: DecisionRules { machine.rules }

    /// Creates a pipeline.
    ///
    /// What there is one of is an argument, what there may be many of is a list.
    ///
    /// - Parameters:
    ///   - source: Reports interfaces.
    ///   - prober: Sends requests; it has to ask the kinds of all endpoints, else ``run()`` and ``assess()`` throw at once.
    ///   - policy: Turns the verdicts of a round into an answer.
    ///   - scope: Which path is judged.
    ///   - schedule: When to look again.
    ///   - limits: The bounds of each probe.
    ///   - expectation: What is expected of an endpoint that states nothing itself.
    ///   - clock: Measures and waits.
    ///   - civilTime: Gives the civil time for the record; called on the task of ``run()``.
    ///   - draw: Gives a number by chance, from which the policy draws in one round; called on the task of ``run()``, and only
    ///     if there is a pool.
    ///   - endpoints: What to ask in each round.
    ///   - pool: Whom the policy may ask besides in a round, see ``PolicyWord/ask(_:)``.
    ///   - validators: What is asked about each answer besides the endpoint's own expectation, in order; see
    ///     ``JudgingOrder``.
    ///   - notifiers: Learn of each event, each on a task of its own within ``run()``.
    public init(
        source: some InterfaceSource,
        prober: some Prober,
        policy: some ThresholdPolicy = QuorumPolicy(),
        scope: PathScope = .defaultRoute,
        schedule: Schedule = Schedule(),
        limits: ProbeLimits = ProbeLimits(),
        expecting expectation: (any ResponseValidator)? = nil,
        clock: C = ContinuousClock(),
        civilTime: @escaping @Sendable () -> Timestamp = { .now },
        draw: @escaping @Sendable () -> UInt32 = { .random(in: 0 ... .max) },
        @ListBuilder<Endpoint> endpoints: () -> [Endpoint],
        @ListBuilder<Endpoint> pool: () -> [Endpoint] = { [] },
        @ListBuilder<any ResponseValidator> validators: () -> [any ResponseValidator] = { [PortalSignals()] },
        @ListBuilder<any Notifier> notifiers: () -> [any Notifier] = { [] }
    ) {
        self.source = source
        self.prober = prober
        self.clock = clock
        self.civilTime = civilTime
        self.draw = draw
        self.notifiers = notifiers()
        let rules = DecisionRules(
            endpoints: endpoints(),
            pool: pool(),
            validators: JudgingOrder(validators()),
            expecting: expectation,
            policy: policy,
            scope: scope
        )
        self.machine = ConnectivityMachine(rules, schedule: schedule, limits: limits)
    }

    /// Creates a pipeline that asks questions of several kinds.
    ///
    /// Each question goes to the prober that asks its kind.
    ///
    /// - Parameters:
    ///   - source: Reports interfaces.
    ///   - probers: Send requests, each those of its ``ConnectivityCore/Prober/kinds``.
    ///   - policy: Turns the verdicts of a round into an answer.
    ///   - scope: Which path is judged.
    ///   - schedule: When to look again.
    ///   - limits: The bounds of each probe.
    ///   - expectation: What is expected of an endpoint that states nothing itself.
    ///   - clock: Measures and waits.
    ///   - civilTime: Gives the civil time for the record; called on the task of ``run()``.
    ///   - draw: Gives a number by chance, from which the policy draws in one round; called on the task of ``run()``, and only
    ///     if there is a pool.
    ///   - endpoints: What to ask in each round.
    ///   - pool: Whom the policy may ask besides in a round, see ``PolicyWord/ask(_:)``.
    ///   - validators: What is asked about each answer besides the endpoint's own expectation, in order; see
    ///     ``JudgingOrder``.
    ///   - notifiers: Learn of each event, each on a task of its own within ``run()``.
    /// - Throws: A `ProberSetupError` if two probers ask one kind, or none asks that of an endpoint.
    public init(
        source: some InterfaceSource,
        probers: [any Prober],
        policy: some ThresholdPolicy = QuorumPolicy(),
        scope: PathScope = .defaultRoute,
        schedule: Schedule = Schedule(),
        limits: ProbeLimits = ProbeLimits(),
        expecting expectation: (any ResponseValidator)? = nil,
        clock: C = ContinuousClock(),
        civilTime: @escaping @Sendable () -> Timestamp = { .now },
        draw: @escaping @Sendable () -> UInt32 = { .random(in: 0 ... .max) },
        @ListBuilder<Endpoint> endpoints: () -> [Endpoint],
        @ListBuilder<Endpoint> pool: () -> [Endpoint] = { [] },
        @ListBuilder<any ResponseValidator> validators: () -> [any ResponseValidator] = { [PortalSignals()] },
        @ListBuilder<any Notifier> notifiers: () -> [any Notifier] = { [] }
    ) throws(ProberSetupError) {
        self.init(
            source: source,
            prober: try ProberRouter(probers),
            policy: policy,
            scope: scope,
            schedule: schedule,
            limits: limits,
            expecting: expectation,
            clock: clock,
            civilTime: civilTime,
            draw: draw,
            endpoints: endpoints,
            pool: pool,
            validators: validators,
            notifiers: notifiers
        )
        try prober.checkKinds(of: rules.endpoints + rules.pool)
    }

    /// Makes a pipeline that judges answers in another order.
    /// - Parameter order: Which validators are asked about each answer, and when, such as ``JudgingOrder/only(_:)``.
    /// - Returns: The pipeline, otherwise the same; the validators given before are replaced.
    public func judging(by order: JudgingOrder) -> Pipeline {
        var pipeline = self
        pipeline.machine = machine.judging(by: order)
        return pipeline
    }

    /// How the notifiers keep up with the run that goes on, or with the last one, in their order.
    ///
    /// Empty before the first run.
    public var notifierStatistics: [NotifierStatistics] { runs.statistics }

    /// Asks for a round now, in place of the rest until the next one.
    ///
    /// It may be called from any task and any thread, also by notifiers of the pipeline, and returns at once. Requests before
    /// the round begins are one round; those during a round lead to one more behind it. If the interfaces are about to settle,
    /// the round that follows anyway is the one; if no interface is usable, there is nothing to look at.
    ///
    /// - Returns: Whether a ``run()`` of this pipeline, or of a copy, goes on; otherwise nothing happens.
    @discardableResult
    public func lookNow() -> Bool { runs.look() }

    /// Makes a pipeline that also shows every input with what the machine made of it, for records and tests.
    ///
    /// - Parameter observer: Receives each step before its effects are carried out, on the task of the run, which waits
    ///   for it; it must return at once.
    /// - Returns: The pipeline, otherwise the same; an observer given before is replaced.
    public func observing(_ observer: @escaping @Sendable (ConnectivityMachine.Step) -> Void) -> Pipeline {
        var pipeline = self
        pipeline.observer = observer
        return pipeline
    }
}
