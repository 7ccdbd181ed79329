/// The Internet access at one moment, with all the evidence.
///
/// The value can be kept, compared, encoded as JSON, and computed again from the recorded inputs.
///
/// ```swift
/// if let portal = assessment.access.portal {
///     print("sign in at", portal.signInURL?.description ?? "any http page")
/// } else {
///     print(assessment.access.name, "because", assessment.reason)
/// }
/// ```
public struct Assessment: Hashable, Sendable {
    /// The access of the device.
    public var access: InternetAccess
    /// The reason for the access.
    public var reason: Reason
    /// The interface that the answer is for; `nil` if none is usable.
    public var interface: NetworkInterface?
    /// All interfaces at that time.
    public var snapshot: InterfaceSnapshot
    /// The judged paths, each with its answer and its evidence; empty if there is no path to judge.
    ///
    /// Usually this is the path of ``interface``, and a second one through the proxy if the configuration adds a proxy. With
    /// ``PipelineConfiguration/Scope/eachInterface`` each path is judged separately, and ``access`` is the one answer for the
    /// device: the access of the paths that its own packets take. Per address family this is the path through which the system
    /// sends them; if that is not known, these are the paths of the preferred interface. If any of these paths has a portal, the
    /// access is captive; if all are online, it is online; if only some are, it is partial; otherwise it is the best one. Other
    /// paths do not affect it.
    public var paths: [PathAssessment]
    /// The time at which the round, or the change that made a round unnecessary, began.
    public var startedAt: Timestamp
    /// The time from ``startedAt`` to the decision.
    public var duration: Duration
    /// The time at which the last round with the same conclusion ended; `nil` without one since the decision.
    public var confirmedAt: Timestamp?

    /// The last observations of the pipeline's companions, in the order of their first reports; no conclusion depends on them.
    public var observations: [CompanionObservation] = []

    /// The guards that the judging chain lacks because the user replaced or omitted them.
    package var missingGuards: [JudgingChain.StandardLink] = []

    /// The time of an earlier decision for the same access; `nil` if this decision began it, or if the time is unknown.
    package var beganAt: Timestamp?

    /// The time of the run's first decision for the access, even if other facts changed since.
    public var since: Timestamp { beganAt ?? endedAt }

    /// The time of the decision.
    package var endedAt: Timestamp { Timestamp(sinceEpoch: startedAt.sinceEpoch + duration) }

    /// All exchanges of the rounds and the verdicts on them, by path, in the order of the endpoints.
    public var endpoints: [EndpointReport] { paths.flatMap(\.endpoints) }

    /// The exchanges of the paths that the device's own packets take, without those on the network below.
    package var endpointsAbove: [EndpointReport] { paths.filter { !$0.path.isBelow }.flatMap(\.endpoints) }

    /// Whether the decision on each path is final; if not, late answers may still change the access.
    ///
    /// An assessment that is not final is never online.
    public var isFinal: Bool { paths.allSatisfy(\.isFinal) }

    /// All reports by path, including those on captive portal APIs.
    package var reports: [EndpointReport] { paths.flatMap(\.reports) }

    /// The paths with an answer apart from that of the device; empty if one path is judged for the whole device.
    package var separatePaths: [PathAssessment] { paths.count == 1 && paths[0].path.family == nil ? [] : paths }

    /// The worst quality of the paths that the device's own packets take, as a companion observed it over several rounds,
    /// otherwise as the evidence shows it; `nil` if there is no path.
    package var quality: PathQuality? {
        let used = separatePaths.isEmpty ? paths : paths.used(in: snapshot)
        let qualities = used.map { path in
            observations.lazy.filter { $0.subject == "\(path.path)" }.compactMap { $0.decoded(as: PathQuality.self) }
                .first
                ?? path.quality
        }
        return qualities.max { ($0.level.rank ?? -1) < ($1.level.rank ?? -1) }
    }

    /// The assessment without observations, for a run that continues from it: its companions report those that still hold.
    package var withoutObservations: Assessment {
        var copy = self
        copy.observations = []
        return copy
    }

    /// The conclusions alone, for callers that keep many.
    package var withoutEvidence: Assessment {
        var copy = self
        copy.paths = paths.map {
            var path = PathAssessment(path: $0.path, access: $0.access, reason: $0.reason, isFinal: $0.isFinal)
            path.quality = $0.quality
            return path
        }
        return copy
    }

    /// Creates an assessment.
    public init(
        access: InternetAccess,
        reason: Reason,
        interface: NetworkInterface? = nil,
        snapshot: InterfaceSnapshot = InterfaceSnapshot(),
        paths: [PathAssessment] = [],
        startedAt: Timestamp,
        duration: Duration = .zero,
        confirmedAt: Timestamp? = nil
    ) {
        self.access = access
        self.reason = reason
        self.interface = interface
        self.snapshot = snapshot
        self.paths = paths
        self.startedAt = startedAt
        self.duration = duration
        self.confirmedAt = confirmedAt
    }

    /// Returns whether another assessment has the same conclusion.
    ///
    /// The conclusion is the access with its portal, as ``InternetAccess/isSame(as:)`` compares them, whether it is final, the
    /// interface, and for each path its access and whether that is final. Timings and single answers do not count. While the
    /// access is determining, the code of the reason counts too.
    package func concludesSame(as other: Assessment) -> Bool {
        access.isSame(as: other.access) && isFinal == other.isFinal
            && (access != .determining || reason.code == other.reason.code)
            && interface?.index == other.interface?.index && interface?.name == other.interface?.name
            && paths.elementsEqual(other.paths) {
                $0.path == $1.path && $0.access.isSame(as: $1.access) && $0.isFinal == $1.isFinal
            }
    }
}

extension Assessment: CustomStringConvertible {
    /// The access, the interface and the reason.
    public var description: String {
        "\(access)\(isFinal ? "" : " (preliminary)") on \(interface.map(\.description) ?? "no interface"): \(reason)"
    }
}
