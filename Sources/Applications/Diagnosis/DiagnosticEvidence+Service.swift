import ConnectivityCore
import ConnectivityNames

// The user's own servers, with well-known hosts as control: if these answer, the network is not at fault.

extension DiagnosticEvidence {
    func evaluateService(_ cause: Cause) -> Finding {
        // A name with an address of this device or of a private network is a problem of names.
        let failed = ownReports.filter { $0.verdict.finding == .failed && $0.verdict.reason.code != "private-address" }
        let isAsked = ownReports.map { ($0.exchange, $0.observation) }
        // Questions that the round cut off were repeated.
        let again = answers.filter { exchange in
            cutOffServices.contains { $0.question == exchange.request.question && $0.path == exchange.request.path }
        }.filter { !$0.isCutOff }
        let broken =
            failed.map { ($0.exchange, $0.observation) }
            + again.filter { !$0.isAnswered }.map { ($0, $0.observation) }
        guard !broken.isEmpty else {
            let isFine = cutOffServices.count == again.count && ownReports.allSatisfy(\.isGenuine)
            return (isFine ? .ruledOut : .undecided, isAsked.map(\.1))
        }
        let shown = broken.filter { $0.0.causeOfService == cause }
        guard !shown.isEmpty else { return (.undecided, []) }
        let control = self.control
        let seen = shown.map(\.1) + control.prefix(2)
        guard !control.isEmpty else { return (.possible, seen) }
        switch cause {
        case .serviceFailing:
            // A verified answer over TLS is from the server itself.
            let isOwnAnswer = shown.contains { $0.0.authentication == .verified && $0.0.isAnswered }
            // The loss of large packets also stops a handshake, and a slow line everything.
            let isStalled = shown.allSatisfy {
                $0.0.failure?.kind == .timedOut(.tls) || isSilenceOwn && $0.0.isLate
            }
            return (isOwnAnswer ? .certain : isStalled ? .possible : .likely, seen)
        case .serviceNameUnknown:
            // The same servers resolve other names.
            let areOthersFound =
                reports.contains { report in
                    report.hasName && !shown.contains { $0.0 == report.exchange }
                } || lookups.contains { $0.lookup?.name == Self.knownName && !$0.addresses.isEmpty }
            let isSaid = shown.contains { exchange, _ in
                [.noSuchName, .noAddress].contains(exchange.failure?.nameFailure.cause)
            }
            return (areOthersFound && isSaid ? .likely : .possible, seen)
        case .serviceCertificate: return (verifiedOwners.count > 1 ? .likely : .possible, seen)
        default: return (isLossy ? .possible : .likely, seen)
        }
    }
}

extension ProbeExchange {
    /// The problem of the server if the network is not at fault.
    fileprivate var causeOfService: Cause {
        switch failure?.kind {
        case .nameLookup, .timedOut(.nameLookup): .serviceNameUnknown
        case .tls: .serviceCertificate
        case .timedOut(.connect), .unreachable: .serviceUnreachable
        case .timedOut where isGivenUp: .serviceUnreachable
        default: .serviceFailing
        }
    }
}
