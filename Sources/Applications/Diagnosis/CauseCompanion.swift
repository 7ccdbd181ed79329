public import ConnectivityCore

/// Diagnoses each outage of a pipeline that watches, and reports the cause.
///
/// An observation has the kind `cause`, the interface as its subject (`device` without one), and the name of the ``Cause`` as its
/// state; the fact `certainty` of its reason is the ``Confidence``. An outage is diagnosed when its first assessment is final, and
/// again if the reason changes. As soon as the reason changes or the outage ends, the state becomes `none`. An outage without
/// a possible cause has no observation. A single assessment is not diagnosed, nor one with several paths.
///
/// A diagnosis asks what ``Diagnosis/completing(_:asking:within:)`` asks, but well-known hosts only if the pipeline has
/// a built-in endpoint. Diagnoses begin at least ten seconds apart, farther apart the more the last hour had, and at most 20 in an
/// hour.
public struct CauseCompanion: Companion {
    /// The minimum time between two diagnoses; it doubles with every four of the last hour.
    private static let distance = Duration.seconds(10)
    /// The maximum number of diagnoses in an hour.
    private static let countMax = 20
    /// The configured proxies of this device, as host and port, such as `proxy.example:3128`.
    public var proxies: [String] = []

    private var isSingle = false
    private var asksWitnesses = false
    /// The newest assessment of the outage; `nil` without one.
    private var outage: Assessment?
    /// The token of the diagnosis that waits or is in progress.
    private var token = 0
    private var isBusy = false
    /// The moments at which the diagnoses of the last hour began.
    private var beginnings: [Duration] = []
    /// The last observation; `nil` if no cause is known.
    private var reported: CompanionObservation?

    /// Creates a companion that knows no outage.
    public init() {}

    public mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .began(let context):
            isSingle = context.isSingle
            asksWitnesses = (context.rules.endpoints + context.rules.pool).contains {
                $0.url.map(\.host).map(Endpoint.builtInHosts.contains) ?? false
            }
            reported = context.earlier?.observations.first {
                $0.kind == CompanionObservation.causeKind && $0.severity > .info
            }
            return reported.map { [$0.confirmed] } ?? []
        case .assessed(let assessment, isChange: _) where assessment.isFinal && !isSingle:
            let before = outage?.outageKey ?? reported?.facts[CompanionObservation.outageFact]?.text
            outage = assessment.outageKey == nil ? nil : assessment
            guard before != outage?.outageKey else { return [] }
            return end(at: moment) + (outage == nil ? [] : begin(at: moment))
        case .waited(token) where isBusy: return begin(at: moment)
        case .finished(token, let observation) where isBusy:
            isBusy = false
            guard observation.severity > .info else { return [] }
            reported = observation
            return [.report(observation)]
        default: return []
        }
    }

    /// Ends the diagnosis, and withdraws the cause.
    private mutating func end(at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        var effects: [CompanionEffect] = isBusy ? [.cancel(token: token)] : []
        if let reported { effects.append(.report(.noCause(of: reported.subject, at: moment.wall))) }
        (isBusy, reported) = (false, nil)
        return effects
    }

    private mutating func begin(at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        guard let outage else { return [] }
        beginnings.removeAll { $0 <= moment.elapsed - .seconds(3600) }
        let isFull = beginnings.count >= Self.countMax
        let due = max(
            beginnings.last.map { $0 + Self.distance * (1 << (beginnings.count / 4)) } ?? .zero,
            isFull ? beginnings[0] + .seconds(3600) : .zero
        )
        (isBusy, token) = (true, token + 1)
        guard due <= moment.elapsed else { return [.wait(due - moment.elapsed, token: token)] }
        beginnings.append(moment.elapsed)
        var evidence = DiagnosticEvidence(outage)
        (evidence.asksWitnesses, evidence.proxies) = (asksWitnesses, proxies)
        let work = CompanionWork("the diagnosis") { [evidence] tools in
            let complete = await Diagnosis.completing(evidence, asking: tools.prober)
            return .cause(of: outage, complete, at: tools.now().wall)
        }
        return [.perform(work, token: token)]
    }
}

extension CompanionObservation {
    /// The fact with the reason of the diagnosed outage.
    fileprivate static let outageFact = "outage"

    /// The first cause of an outage; `none` without one.
    fileprivate static func cause(of outage: Assessment, _ evidence: DiagnosticEvidence, at time: Timestamp) -> Self {
        let subject = outage.interface?.name ?? "device"
        guard let finding = Diagnosis(of: evidence).causes.first else { return .noCause(of: subject, at: time) }
        let facts: Facts = [outageFact: Fact(outage.outageKey)]
        return Self(causeKind, of: subject, finding.cause.rawValue, because: finding.reason, at: time, facts: facts)
    }

    fileprivate static func noCause(of subject: String, at time: Timestamp) -> Self {
        Self(causeKind, of: subject, "none", .info, because: Reason("cause.none"), at: time)
    }
}

extension Diagnosis.Finding {
    /// The cause and its certainty as a reason, with the facts that the texts about the cause name.
    fileprivate var reason: Reason {
        let text = cause.texts.clause + cause.texts.remedy
        let named = facts.sorted.filter { text.contains("{\($0.name)") || text.contains("{\"\($0.name)") }
        var reason = Reason("cause.\(cause.rawValue)", ["certainty": .text(confidence.rawValue)])
        for (name, fact) in named { reason.facts[name] = fact }
        return reason
    }
}

extension Assessment {
    /// The access and the codes of the reason, which differ between outages; `nil` without an outage to diagnose.
    fileprivate var outageKey: String? {
        guard access != .online, access != .determining, reason.code != "not-checked", separatePaths.isEmpty else {
            return nil
        }
        return "\(access.name) \(reason.kinds)"
    }
}
