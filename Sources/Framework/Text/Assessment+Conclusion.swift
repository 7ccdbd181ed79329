package import ConnectivityCore

extension Assessment {
    /// Returns the conclusion from the answers, or else the reason for the access, and then the caveats: clauses
    /// separated by semicolons, without a full stop.
    package func conclusion(_ sentences: Sentences) -> String {
        let why = summary(sentences) ?? sentences.sentence(for: reason)
        let isSaid = reason.contains(code: "quality-below")
        let slow = isSaid ? nil : quality?.clause(sentences)
        // The clause of the quality is more exact than the caveat of slow answers.
        let caveats = caveats.filter { caveat in
            switch caveat {
            case .slow: slow == nil && !isSaid
            case .askedBelow: reason.code != "portal-below"
            default: true
            }
        }.map { clause(of: $0, sentences) }
        return ([why] + [slow].compactMap(\.self) + caveats).joined(separator: "; ")
    }

    /// The conclusion from all answers, if the reason names only one of several; otherwise `nil`.
    private func summary(_ sentences: Sentences) -> String? {
        let conclusive = endpointsAbove.filter { $0.verdict.isConclusive }
        guard reason.code == "nothing-usable", conclusive.count > 1 else { return nil }
        let failures = conclusive.compactMap(\.failure)
        if failures.count == conclusive.count {
            if failures.allSatisfy(\.kind.isOfName) { return Self.summary(ofNames: failures) }
            if failures.allSatisfy(\.isSilence) { return "nothing beyond this network answers" }
            if failures.allSatisfy({ $0.kind == .connectionRefused }) { return "every connection is refused" }
            if failures.allSatisfy({ $0.kind == .connectionReset }) { return "every connection is reset" }
        }
        let example = sentences.sentence(for: reason)
        return "none of the \(conclusive.count) answers is usable; for example \(example)"
    }

    private static func summary(ofNames failures: [ProbeFailure]) -> String {
        let causes = Set(failures.map { $0.facts["cause"]?.text ?? ($0.kind == .nameLookup ? "" : "no-answer") })
        return switch causes {
        case ["no-answer"], ["server-unreachable"], ["no-answer", "server-unreachable"]: "no DNS server answers"
        case ["server-closed"]: "the DNS servers refuse connections"
        case ["no-server"]: "no DNS server is configured"
        case ["server-failure"]: "the DNS servers fail for every name"
        case ["refused"]: "the DNS servers refuse every name"
        case ["no-such-name"]: "the DNS servers say that none of the names exists"
        default: "no name can be looked up"
        }
    }
}

extension ProbeFailure {
    /// Whether no answer arrived, or a router or this device reported that no host is reachable.
    fileprivate var isSilence: Bool {
        switch kind {
        case .timedOut, .unreachable: true
        default: kind.isOfName
        }
    }
}

extension Assessment {
    /// That names are late, and which name server this device asks first; `nil` if they are not.
    private var lateNames: String? {
        quality?.lateNames.map { time in
            let server = snapshot.nameServers.first.map { " \($0)" } ?? ""
            return "the DNS server\(server) is slow or silent, so that each name takes \(time.inWholeMilliseconds)"
        }
    }

    /// Returns a caveat as one clause for people; it names the name server that the system asks first.
    private func clause(of caveat: Assessment.Caveat, _ sentences: Sentences) -> String {
        switch caveat {
        case .slow: lateNames ?? "answers take a second or more"
        case .nameServerSilent where snapshot.nameServers.count > 1:
            "the DNS server \(snapshot.nameServers[0]) of this device does not answer"
        case .nameServerSilent: "a DNS server of this device does not answer"
        case .encryptedNames:
            "this device asks for names over TLS alone, which says nothing of the network's DNS servers"
        case .askedBelow: "nothing came back above, so the network below was asked"
        case .guardLeftOut: "the configuration leaves out a guard of the judging"
        case .multipath: "connections may take one of several routes, which can differ"
        case .portalAPIBroken:
            portalAPIFault.map {
                "the network's captive portal API \($0.url.description.printable(limit: 120)) is broken: "
                    + sentences.sentence(for: $0.reason)
            } ?? "the network's captive portal API is broken"
        }
    }
}
