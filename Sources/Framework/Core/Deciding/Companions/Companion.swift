/// Work in addition to the rounds, such as checks of a service, that reports its findings.
///
/// A companion is a pure state machine: it reads no clock, owns no task and sends nothing. The pipeline passes it each input with
/// its time, performs the returned effects in order, and passes on their results. A companion never changes the access. A
/// configuration holds a companion without any input; each run begins with a copy of it.
///
/// ```swift
/// struct Greeting: Companion {
///     var endpoints = [Endpoint("https://example.com/", expecting: BodyContains("hello"))]
///     private var context: CompanionContext?
///
///     mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
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
/// - A token identifies one effect only, and an input with a token that is not in use has no effects.
/// - An input leads to at most `CompanionEffect.countMax` effects.
public protocol Companion: PipelinePart {
    /// All endpoints that it may ask, which shows who learns of this device; empty by default.
    ///
    /// A run throws when it begins if the pipeline's probers cannot ask one of them. The names are unique among all companions of
    /// a pipeline.
    var endpoints: [Endpoint] { get }

    /// Returns one companion for this one and a later one of the same configuration; `nil`, the default, if each runs by itself.
    ///
    /// Files of a configuration can thus each add an entry of one kind, such as a network to sign in to.
    /// - Throws: ``PipelineSetupError/repeatedName(_:)`` if both use a name for different things.
    func joined(by next: any Companion) throws(PipelineSetupError) -> (any Companion)?

    /// Handles an input at its moment, and returns the effects in order; ignore inputs that the companion does not use.
    mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect]
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

/// An event for a ``Companion``.
///
/// Later versions may add cases: a `switch` outside of this package needs a `default`.
@nonexhaustive
public indirect enum CompanionInput: Sendable {
    /// A run has begun; this is the first input.
    case began(CompanionContext)
    /// A round has begun; it may begin again before it ends.
    case roundBegan
    /// The notifiers have received an assessment: a changed conclusion, or the confirmation by a round.
    case assessed(Assessment, isChange: Bool)
    /// A round has ended with this assessment, which has all its evidence and has not been published yet.
    ///
    /// Observations that are reported now become part of it before it is published.
    case roundEnded(Assessment)
    /// The network of a path was left, and the facts known about it no longer apply; precedes the assessment.
    case left(NetworkPath)
    /// All requests of the effect with this token have ended; the exchanges are in the order of the requests.
    case answered(Int, [ProbeExchange])
    /// The wait of the effect with this token is over.
    case waited(Int)
    /// This device's own traffic was observed.
    case hinted(TrafficHint)
    /// A person or an agent has begun to sign in to a portal; see `Pipeline.signInBegan()`.
    case signInBegan
    /// The work of the effect with this token has ended with this observation, which has not been published yet.
    case finished(Int, CompanionObservation)
}

/// An action that a ``Companion`` requests.
@nonexhaustive
public indirect enum CompanionEffect: Hashable, Sendable {
    /// The maximum number of effects per input; further effects are dropped.
    package static let countMax = 256
    /// The maximum duration of ``skip(on:for:)``.
    package static let skipTimeMax = Duration.seconds(60)
    /// The maximum number of requests of all companions of a run per hour; further requests wait.
    package static let requestsPerHourMax = 3600

    /// Send requests concurrently; leads to ``CompanionInput/answered(_:_:)``.
    ///
    /// They count against the budget of the rounds (``RoundSchedule/requestsPerHour``): rounds wait because of them, but not the reverse.
    case ask([ProbeRequest], token: Int)
    /// Wait; leads to ``CompanionInput/waited(_:)``.
    case wait(Duration, token: Int)
    /// Perform work that is more than requests; leads to ``CompanionInput/finished(_:_:)``.
    case perform(CompanionWork, token: Int)
    /// End the effect with this token: requests lead to ``CompanionInput/answered(_:_:)``, in which unanswered ones are cut off;
    /// work is cancelled, and leads to ``CompanionInput/finished(_:_:)``; a wait leads to nothing.
    case cancel(token: Int)
    /// Report to all companions that a sign-in has begun, as `Pipeline.signInBegan()` does.
    case signInBegan
    /// Begin a round, as `Pipeline.lookNow()` does.
    case look
    /// Report that an interface is unchanged, because other evidence shows it, for up to `skipTimeMax`; zero revokes it.
    ///
    /// While a network is online, regular rounds then ask less: two endpoints if the policy can ask a pool, otherwise every
    /// second round is skipped. The report is a recorded input of the state machine, and decides nothing.
    case skip(on: String, for: Duration)
    /// Report an observation to the notifiers.
    case report(CompanionObservation)
}

/// The facts about the pipeline that a ``Companion`` receives when a run begins.
public struct CompanionContext: Sendable {
    /// The decision rules of the pipeline.
    package var rules: DecisionRules
    /// The times between rounds.
    public var schedule: RoundSchedule
    /// The limits of each probe of the rounds.
    public var limits: ProbeRequest.Limits
    /// Whether the run ends with its first assessment, and then waits only for requests that are sent after it.
    package var isSingle: Bool
    /// The last assessment of an earlier run that this one continues; companions report its observations that still hold when the
    /// run begins.
    public var earlier: Assessment?

    /// Creates a context; pipelines create theirs, and tests of a companion create their own.
    package init(
        rules: DecisionRules,
        schedule: RoundSchedule = RoundSchedule(),
        limits: ProbeRequest.Limits = ProbeRequest.Limits(),
        isSingle: Bool = false,
        earlier: Assessment? = nil
    ) {
        (self.rules, self.schedule, self.limits) = (rules, schedule, limits)
        (self.isSingle, self.earlier) = (isSingle, earlier)
    }

    /// Judges an answer as a round does: by the chain of the pipeline and the expectation of the endpoint.
    public func report(on exchange: ProbeExchange, of endpoint: Endpoint) -> EndpointReport {
        EndpointReport(on: exchange, of: endpoint, expecting: endpoint.expectation, by: rules.judge)
    }
}
