import ConnectivityCore

@testable import ConnectivityTestKit

/// A second judge of a random session, which knows what the script lets the network do.
///
/// It asks neither the validators nor the machine nor the recorded answers: of the run it takes only when probes began and
/// what was announced.
struct Oracle {
    /// The part of the scripted network that a probe sees.
    enum Sight: Hashable {
        case genuine, portal, nothing
    }

    let session: RandomSession
    private let faults: FaultyProber

    init(_ session: RandomSession) {
        self.session = session
        faults = session.faultyProber(ClosureProber { .unsupported($0) }, VirtualClock())
    }

    /// The time within which a round and the news of its end lie: a probe may have three times its limit on a slow path, and
    /// may exceed it by a second.
    private static let round = RandomSession.limits.total * 3 + .milliseconds(1100)

    /// Returns what the script lets a probe see that begins at a time; more than one sight if the clock then jumped.
    func sights(_ request: ProbeRequest, at time: Duration, jumped: Duration) -> Set<Sight> {
        let limit = RandomSession.limits.total
        switch faults.fault(for: request, at: time) {
        case .drop, .failure, .overrun: return [.nothing]
        case .straggle: return [.genuine]
        case .lie(let answer, let late):
            if late >= limit { return [.nothing] }
            let sight: Sight = answer == .genuine ? .genuine : .portal
            return jumped > .zero ? [sight, .nothing] : [sight]
        case .none(let late):
            if late >= limit { return [.nothing] }
            let sights = session.behaviours(during: time + late...time + late + jumped).map { behaviour -> Sight in
                switch behaviour {
                case .genuine: .genuine
                case .portal: .portal
                case .silence, .refusal: .nothing
                }
            }
            return Set(sights + (jumped > .zero ? [.nothing] : []))
        }
    }

    /// Returns what was announced although the script says otherwise; empty if nothing was.
    func objections(to trace: SimulationTrace) -> [String] {
        var objections: [String] = []
        var hasPath: Bool?
        /// The probes of the newest time, and what each can have seen.
        var probes: [(host: String, began: Duration, sights: Set<Sight>)] = []
        var jumps: [(at: Duration, by: Duration)] = []
        for entry in trace.entries { if case .jumped(let by) = entry.event { jumps.append((entry.time, by)) } }
        /// The jumps between two times; the clock shows the time after its jump.
        func jumped(from: Duration, to: Duration) -> Duration {
            jumps.filter { $0.at >= from && $0.at - $0.by <= to }.reduce(.zero) { $0 + $1.by }
        }
        for entry in trace.entries {
            let now = entry.time
            switch entry.event {
            case .reported(let snapshot): hasPath = snapshot.preferred != nil
            case .probeBegan(_, let request):
                let jumped = jumped(from: now, to: now + Self.round)
                probes.append((request.url?.host ?? "", now, sights(request, at: now, jumped: jumped)))
            case .announced(let assessment):
                probes.removeAll { $0.began + Self.round + jumped(from: $0.began, to: now) < now }
                let seen = Dictionary(probes.map { ($0.host, $0.sights) }, uniquingKeysWith: { $0.union($1) })
                if let objection = objection(assessment, hasPath, seen) {
                    objections.append("at \(now), \(assessment.access.name) was reported, but \(objection)")
                }
            case .probeEnded, .stepped, .listening, .received, .jumped, .ended: continue
            }
        }
        let last = trace.announced.last?.access.name ?? "nothing"
        if last != session.truth { objections.append("it ends \(last), the truth is \(session.truth)") }
        return objections
    }

    private func objection(_ announced: Assessment, _ hasPath: Bool?, _ seen: [String: Set<Sight>]) -> String? {
        switch announced.access {
        case .determining: return nil
        case .disconnected: return hasPath == true ? "there is a path" : nil
        case _ where hasPath != true: return "there is no path"
        case .online:
            if !announced.isFinal { return "it is not final" }
            let genuine = seen.values.filter { $0.contains(.genuine) }.count
            return genuine >= session.neededCount ? nil : "only \(genuine) hosts can have answered"
        case .captive: return seen.values.contains { $0.contains(.portal) } ? nil : "nobody met a portal"
        case .unreachable, .blocked, .partial:
            return seen.values.contains { $0 != [.genuine] } ? nil : "everybody answered"
        }
    }
}
