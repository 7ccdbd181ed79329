import ConnectivityCore
import ConnectivityNames

// The user's own servers.

extension DiagnosticEvidence {
    var serviceKinds: Kinds {
        // A name with an address of this device or of a private network is a problem of names.
        let failed = ownReports.filter { $0.verdict.finding == .failed && $0.verdict.reason.code != "private-address" }
        // Questions that the round cut off were repeated.
        let again = answers.filter { exchange in
            cutOffServices.contains { $0.question == exchange.request.question && $0.path == exchange.request.path }
                && !exchange.isCutOff
        }
        let broken =
            failed.map { ($0.exchange, $0.observation) }
            + again.filter { !$0.isAnswered }.map { ($0, $0.observation) }
        var kinds = Dictionary(grouping: broken) { kind(of: $0.0, $0.1) }.mapValues { $0.map(\.1) }
        let isFine = broken.isEmpty && cutOffServices.count == again.count && ownReports.allSatisfy(\.isGenuine)
        kinds["service-fine"] = isFine ? plainly : []
        kinds["servers-answer"] = control
        return kinds
    }

    private func kind(of exchange: ProbeExchange, _ seen: Diagnosis.Observation) -> String {
        switch exchange.failure?.kind {
        case .nameLookup where [.noSuchName, .noAddress].contains(exchange.failure?.nameFailure.cause):
            return "service-name-denied"
        case .nameLookup, .timedOut(.nameLookup): return "service-name-lost"
        case .tls(.protocol): return "service-failed"
        case .tls: return "service-certificate"
        case .timedOut(.connect), .unreachable: return "service-silent"
        case .timedOut where exchange.isGivenUp: return "service-silent"
        // The loss of large packets also stops a handshake, and a slow line everything.
        case .timedOut(.tls): return "service-stalled"
        case .timedOut: return isSilenceOwn && exchange.isLate ? "service-stalled" : "service-failed"
        default:
            if seen.reason.contains(code: "response-late") { return "service-late" }
            // A verified answer over TLS is from the server itself.
            return exchange.authentication == .verified && exchange.isAnswered ? "service-said" : "service-failed"
        }
    }
}
