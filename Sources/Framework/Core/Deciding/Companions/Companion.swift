/// What works beside the rounds, such as asking whether a service answers, and reports what it finds.
///
/// A companion is a pure state machine: it reads no clock, owns no task and sends nothing. The pipeline passes it each input
/// with its time, carries out the effects that it returns, in order, and passes on what comes of them. It never changes the
/// access. A configuration has a companion without any input; each run begins with a copy of it.
///
/// ```swift
/// struct Greeting: Companion {
///     var endpoints = [Endpoint("https://example.com/", expecting: BodyContains("hello"))]
///     private var context: CompanionContext?
///
///     mutating func handle(_ input: CompanionInput, at moment: Moment) -> [CompanionEffect] {
///         switch input {
///         case .began(let context): self.context = context
///         case .assessed(let assessment, isChange: true) where assessment.access == .online:
///             return [.ask([endpoints[0].request()], token: 1)]
///         case .answered(_, let exchanges):
///             guard let report = context?.report(on: exchanges[0], of: endpoints[0]) else { break }
///             let state = report.verdict.finding.rawValue
///             return [.report(CompanionObservation("com.example.greeting", of: report.name, state, because: report.verdict.reason, at: moment.wall))]
///         default: break
///         }
///         return []
///     }
/// }
/// ```
///
/// Laws for implementers, which `CompanionLaws` of ConnectivityTestKit checks:
/// - The same inputs at the same moments lead to the same effects.
/// - A token is that of one effect only, and an input with a token that is not in use has no effects.
/// - An input leads to at most ``CompanionEffect/countMax`` effects.
public protocol Companion: PipelinePart {
    /// Everything that it may ask, so that it is clear who learns of this device; empty by default.
    ///
    /// A pipeline whose probers cannot ask one of them throws when a run begins. The names are unique among all companions of a
    /// pipeline.
    var endpoints: [Endpoint] { get }

    /// Returns one companion for this one and a later one of the same configuration; `nil`, the default, if each runs by itself.
    ///
    /// So files of a configuration can each add an entry of one kind, such as a network to sign in to.
    /// - Throws: ``PipelineSetupError/repeatedName(_:)`` if both use a name for different things.
    func joined(by next: any Companion) throws(PipelineSetupError) -> (any Companion)?

    /// Handles an input, and returns what to do, in order.
    /// - Parameters:
    ///   - input: What happened; ignore what the companion has no use for.
    ///   - moment: When, with a seed for what is drawn at random.
    /// - Returns: The effects, in order.
    mutating func handle(_ input: CompanionInput, at moment: Moment) -> [CompanionEffect]
}

extension Companion {
    public var endpoints: [Endpoint] { [] }
    public func joined(by next: any Companion) throws(PipelineSetupError) -> (any Companion)? { nil }
}

extension [any Companion] {
    /// Adds a companion, or joins it with an earlier one.
    package mutating func add(_ companion: any Companion) throws(PipelineSetupError) {
        for (index, earlier) in enumerated() {
            guard let joined = try earlier.joined(by: companion) else { continue }
            self[index] = joined
            return
        }
        let names = flatMap(\.endpoints).map(\.name)
        if let endpoint = companion.endpoints.first(where: { names.contains($0.name) }) {
            throw .repeatedName(endpoint.name)
        }
        guard names.count + companion.endpoints.count <= CompanionObservation.countMax else {
            throw .tooManyEndpoints(limit: CompanionObservation.countMax)
        }
        append(companion)
    }
}

/// What happened, for a ``Companion``.
///
/// More cases may come: a `switch` outside of this package needs a `default`.
@nonexhaustive
public indirect enum CompanionInput: Sendable {
    /// A run has begun; this comes before everything else.
    case began(CompanionContext)
    /// A round has begun; it may begin again before it ends.
    case roundBegan
    /// The notifiers have received an assessment: a change of what is known, or the confirmation of a round.
    case assessed(Assessment, isChange: Bool)
    /// A round has ended with this assessment, which has all its evidence, and which nobody has received yet.
    ///
    /// What is reported now is part of it when it is told.
    case roundEnded(Assessment)
    /// The network of a path was left, so that nothing applies any more that was known of it; this comes before the assessment.
    case left(NetworkPath)
    /// All requests of the effect with this token have ended; the exchanges are in the order of the requests.
    case answered(Int, [ProbeExchange])
    /// The wait of the effect with this token is over.
    case waited(Int)
    /// Something was seen of this device's own traffic.
    case hinted(TrafficHint)
    /// A person or an agent has begun to sign in to a portal, see `Pipeline.signInBegan()`.
    case signInBegan
    /// The work of the effect with this token has ended with this observation, which nobody has received yet.
    case finished(Int, CompanionObservation)
}

/// What a ``Companion`` wants done.
@nonexhaustive
public indirect enum CompanionEffect: Hashable, Sendable {
    /// The most effects of one input; further ones are left out.
    public static let countMax = 256
    /// The longest time for which a companion can say that an interface is as it was.
    public static let skipTimeMax = Duration.seconds(60)
    /// The most requests of all companions of a run per hour; further ones wait.
    public static let requestsPerHourMax = 3600

    /// Send requests at the same time; leads to ``CompanionInput/answered(_:_:)``.
    ///
    /// They count in the budget of the rounds (``RoundBudget``), which wait for them and not the reverse.
    case ask([ProbeRequest], token: Int)
    /// Wait; leads to ``CompanionInput/waited(_:)``.
    case wait(Duration, token: Int)
    /// Do work that is more than requests; leads to ``CompanionInput/finished(_:_:)``.
    case perform(CompanionWork, token: Int)
    /// End what the effect with this token has begun: requests lead to ``CompanionInput/answered(_:_:)``, those that have no answer yet
    /// as cut off; work is cancelled, and leads to ``CompanionInput/finished(_:_:)``; a wait leads to nothing.
    case cancel(token: Int)
    /// Tell all companions that somebody has begun to sign in, as `Pipeline.signInBegan()` does.
    case signInBegan
    /// Begin a round of the network, as `Pipeline.lookNow()` does.
    case look
    /// Say that an interface is as it was, because other evidence shows it, for a time up to ``skipTimeMax``; zero takes it back.
    ///
    /// While a network is online, regular rounds then ask less: two endpoints if the policy can ask a pool, otherwise every second
    /// round is skipped. It is an input of the state machine, which is recorded, and decides nothing.
    case skip(on: String, for: Duration)
    /// Report an observation to the notifiers.
    case report(CompanionObservation)
}

/// What a ``Companion`` learns of the pipeline when a run begins.
public struct CompanionContext: Sendable {
    /// The rules by which the pipeline decides.
    public var rules: DecisionRules
    /// The times between rounds.
    public var schedule: RoundSchedule
    /// The limits of each probe of the rounds.
    public var limits: ProbeLimits
    /// Whether the run ends with its first assessment.
    ///
    /// The run then waits for requests that are sent after that assessment, and for nothing else.
    public var isSingle: Bool
    /// What an earlier run knew last, if this one continues it; which of its observations still hold, companions report again
    /// when the run begins.
    public var earlier: Assessment?

    /// Creates a context; pipelines create theirs, and tests of a companion create others.
    public init(
        rules: DecisionRules,
        schedule: RoundSchedule = RoundSchedule(),
        limits: ProbeLimits = ProbeLimits(),
        isSingle: Bool = false,
        earlier: Assessment? = nil
    ) {
        (self.rules, self.schedule, self.limits) = (rules, schedule, limits)
        (self.isSingle, self.earlier) = (isSingle, earlier)
    }

    /// Judges an answer as a round does: by the chain of the pipeline and the expectation of the endpoint.
    /// - Parameters:
    ///   - exchange: The request of the endpoint, and its outcome.
    ///   - endpoint: The endpoint.
    /// - Returns: The report, with the verdict.
    public func report(on exchange: ProbeExchange, of endpoint: Endpoint) -> EndpointReport {
        EndpointReport(on: exchange, of: endpoint, expecting: endpoint.expectation, by: rules.judge)
    }
}
