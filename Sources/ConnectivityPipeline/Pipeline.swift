public import ConnectivityCore

/// Connects an interface source, a prober, validators, a policy and notifiers.
///
/// The pipeline owns no task and keeps no state: ``run()`` works inside the task that calls it and ends with it, and
/// every run begins anew.
public struct Pipeline<C: Clock>: Sendable where C.Duration == Duration {
    let source: any InterfaceSource
    let prober: any Prober
    let clock: C
    let civilTime: @Sendable () -> Timestamp
    let notifiers: [any Notifier]
    package let machine: ConnectivityMachine
    var observer: (@Sendable (ConnectivityMachine.Step) -> Void)?

    /// What the pipeline decides by: `rules.decide(assessment.record)` makes an assessment of this pipeline again.
    public var rules: DecisionRules { machine.rules }

    /// Creates a pipeline.
    ///
    /// What there is one of is an argument, what there may be many of is a list.
    ///
    /// - Parameters:
    ///   - source: Reports interfaces.
    ///   - prober: Sends requests.
    ///   - policy: Turns the verdicts of a round into an answer.
    ///   - scope: Which path is judged.
    ///   - schedule: When to look again.
    ///   - limits: The bounds of each probe.
    ///   - clock: Measures and waits.
    ///   - civilTime: Gives the civil time for the record; called on the task of ``run()``.
    ///   - endpoints: What to ask in each round.
    ///   - validators: What is asked before each endpoint's own expectation, in order.
    ///   - notifiers: Told of each change, in order.
    public init(
        source: some InterfaceSource,
        prober: some Prober,
        policy: some ThresholdPolicy = QuorumPolicy(),
        scope: PathScope = .defaultRoute,
        schedule: Schedule = Schedule(),
        limits: ProbeLimits = ProbeLimits(),
        clock: C,
        civilTime: @escaping @Sendable () -> Timestamp = { .now },
        @ListBuilder<Endpoint> endpoints: () -> [Endpoint],
        @ListBuilder<any ResponseValidator> validators: () -> [any ResponseValidator] = { [PortalSignals()] },
        @ListBuilder<any Notifier> notifiers: () -> [any Notifier] = { [] }
    ) {
        self.source = source
        self.prober = prober
        self.clock = clock
        self.civilTime = civilTime
        self.notifiers = notifiers()
        self.machine = ConnectivityMachine(
            endpoints: endpoints(),
            validators: validators(),
            policy: policy,
            scope: scope,
            schedule: schedule,
            limits: limits
        )
    }

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
