public import ConnectivityCore

extension Assessment {
    /// Returns advice for a person, as a sentence; a sign-in URL may be cut before its query.
    package func advice(isShort: Bool, _ sentences: Sentences) -> String {
        guard case .captive(let portal) = access else { return ownAdvice(sentences) }
        let advice = portal.advice(isShort: isShort)
        // A full stop would be copied with the URL.
        return "\(advice.prefix(1).uppercased())\(advice.dropFirst())\(portal.signInURL == nil ? "." : "")"
    }

    /// Returns sentences that lead from the link to the conclusion, with the evidence; the last one gives advice.
    ///
    /// Text from the network is reduced to short, printable text.
    public func explanation(_ sentences: Sentences) -> [String] {
        linkSentences
            + (separatePaths.isEmpty
                ? reports.map { $0.sentence(sentences) } : paths.flatMap { $0.sentences(sentences) })
            + qualitySentences(sentences)
            + caveatSentences
            + ["Result: \(access.name)\(isFinal ? "" : " (preliminary)"): \(conclusion(sentences))."]
            + [access.portal?.facts ?? sessionSentence].compactMap(\.self)
            + [advice(isShort: false, sentences)]
    }

    /// The quality sentence; none if no round has measured the path, or if separate paths have their own sentences.
    private func qualitySentences(_ sentences: Sentences) -> [String] {
        guard separatePaths.isEmpty, let quality = paths.first?.quality, quality != .notMeasured else { return [] }
        return [quality.sentence(sentences)]
    }

    /// The caveats about the paths of all probes; each caveat occurs once.
    private var caveatSentences: [String] {
        ProbeExchange.Caveat.allCases.filter { caveat in reports.contains { $0.exchange.caveats.contains(caveat) } }
            .map(\.sentence)
    }

    private var linkSentences: [String] {
        guard let interface else {
            let states = snapshot.interfaces.map { "\($0.name.printable(limit: 40)) \($0.shortcoming)" }
            let seen = states.isEmpty ? "this device has no interfaces" : states.joined(separator: ", ")
            let wanted = reason.code == "interface-not-usable" ? reason.facts["interface"]?.text : nil
            return [
                "\(wanted.map { "\($0.printable(limit: 40)) cannot be used" } ?? "No interface can be used"): \(seen)."
            ]
        }
        let addresses = interface.addresses.map { "\($0)\($0.state == .preferred ? "" : " (\($0.state.rawValue))")" }
        let network = interface.wifi.map { ", network \($0.name)" } ?? ""
        let name = "\(interface.name.printable(limit: 40)) (\(interface.kind.rawValue)\(network))"
        let routes = interface.defaultRoutes.map { route in
            "\(route.family.title)\(route.gateway.map { " via \($0)" } ?? "") (metric \(route.metric))"
        }
        return [
            "\(name) is up and connected, with the address\(addresses.count == 1 ? "" : "es") "
                + "\(addresses.joined(separator: ", ")).",
            routes.isEmpty
                ? "It has no default route, so only hosts on its own network can be reached."
                : "Its default route\(routes.count == 1 ? " is" : "s are") \(routes.joined(separator: ", ")).",
        ] + interface.provisioningSentences + systemSentences(interface)
    }

    /// The result of the system's own check, for the interface if there is one, otherwise for the device.
    private func systemSentences(_ interface: NetworkInterface) -> [String] {
        guard let announced = interface.systemConnectivity ?? snapshot.systemConnectivity else { return [] }
        return ["\(announced); this result does not depend on it."]
    }

    /// The facts about the session that the network's API reported in this round, if no sign-in is needed.
    private var sessionSentence: String? {
        let facts = paths.lazy.compactMap { $0.portalAPI?.answerOfAPI?.facts }.first ?? []
        return facts.isEmpty ? nil : "The network reports: \(facts.joined(separator: "; "))."
    }

    /// The advice for the reason, or else for the access.
    private func ownAdvice(_ sentences: Sentences) -> String {
        let isSlow = quality.map { [.slow, .poor].contains($0.level) } ?? false
        let hasNames = access == .unreachable && endpoints.contains(where: \.hasNameServerAnswer)
        let accessReason = Reason(
            access.name,
            ["quality": Fact(isSlow ? quality?.level.rawValue : nil), "names": Fact(hasNames ? "answered" : nil)]
        )
        var own = reason.code == "path" ? reason.parts.first ?? reason : reason
        own.facts["access"] = .text(access.name)
        if access == .determining, !isFinal { own = Reason("preliminary") }
        return sentences.advice(for: own) ?? sentences.advice(for: accessReason)
            ?? "It is not known whether the Internet is there."
    }
}

extension PathAssessment {
    fileprivate func sentences(_ sentences: Sentences) -> [String] {
        reports.map { "\(path): \($0.sentence(sentences))" }
            + (quality == .notMeasured ? [] : ["\(path): \(quality.sentence(sentences))"])
            + ["Result for \(path): \(access.name): \(sentences.sentence(for: reason))."]
    }
}

extension EndpointReport {
    /// Whether a name server answered with an error code (RFC 1035, section 4.1.1) instead of an address.
    fileprivate var hasNameServerAnswer: Bool { failure?.facts["rcode"] != nil }

    fileprivate func sentence(_ sentences: Sentences) -> String {
        let asked = "\(name.printable(limit: 80)): \("\(exchange.request.question)".printable(limit: 130))"
        if verdict.reason == .notNeeded {
            return "\(asked) was cancelled after \(exchange.timings.total.inMilliseconds), "
                + "because the other answers were sufficient."
        }
        let peer = exchange.remoteAddress.map { " from \($0)" } ?? ""
        let answer = "got \(exchange.received ?? "no answer")\(peer)"
        let reason = sentences.sentence(for: verdict.reason)
        let said = exchange.testimony.map { testimony in
            let witness = "\(testimony.witness) \(testimony.version)".printable(limit: 100)
            let verdict = testimony.verdict
            let why = sentences.sentence(for: verdict.reason)
            return " The witness \(witness) says: \(verdict.finding.rawValue), \(why)."
        }
        return "\(asked) \(answer) in \(exchange.timings.sentence): \(verdict.finding.rawValue), \(reason)."
            + exchange.connectionSentences + said.joined()
    }
}

extension ProbeExchange {
    /// A description of the response, complete or not; `nil` if nothing was received.
    fileprivate var received: String? {
        if case .success(.other(let kind, let facts)) = outcome { return "\(kind) \(facts)".printable(limit: 200) }
        return response.map { "\($0.status) and \($0.body.count) bytes" }
    }
}

extension ProbeExchange.Timings {
    fileprivate var sentence: String {
        let phases = [("name lookup", nameLookup), ("connection", connect), ("TLS", tls), ("response", response)]
            .compactMap { name, duration in duration.map { "\(name) \($0.inMilliseconds)" } }
        return total.inMilliseconds + (phases.isEmpty ? "" : " (\(phases.joined(separator: ", ")))")
    }
}

extension NetworkInterface {
    /// The reason why the interface cannot be used, as the end of a sentence.
    fileprivate var shortcoming: String {
        if kind == .loopback { return "is the loopback interface" }
        if !isUp { return "is switched off" }
        if isUsable { return "can be used" }
        return hasCarrier ? "has no address that is valid beyond its own link" : "is not connected (no carrier)"
    }
}

extension Duration {
    fileprivate var inMilliseconds: String {
        let (seconds, attoseconds) = components
        return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}

extension ProbeExchange.Caveat {
    /// The caveat as one sentence for people.
    var sentence: String {
        switch self {
        case .nameLookupBySystem:
            "Names were looked up by the system's resolver, which may have asked through another interface."
        case .localNameServer:
            "Names were looked up by a resolver on this device, which may have asked through another interface."
        case .systemNameServers:
            "The interface has no DNS servers: those of the whole system were asked through it."
        case .nameServerSilent:
            "A DNS server of this device does not answer; others were asked in addition to the system's resolver."
        case .hostsFile:
            "The file /etc/hosts of this device has the address, and no server outside of this network answers there."
        }
    }
}
