package import ConnectivityCore
public import ConnectivityText

extension Diagnosis {
    /// Returns sentences for people: the first cause with its advice, each cause with its evidence, and the excluded causes.
    ///
    /// Text from the network is reduced to short, printable text.
    ///
    /// - Parameter sentences: The sentences for reasons of Core and of plugins.
    /// - Returns: The sentences, in order; a single one if there is no problem.
    public func explanation(_ sentences: Sentences) -> [String] {
        guard let answer = answer() else { return ["Nothing is wrong that this check can see."] }
        return ["\(answer.prefix(1).uppercased())\(answer.dropFirst())"] + reasons(sentences)
    }

    /// Returns the first cause, its confidence, and its advice or the given one; `nil` if there is no problem.
    ///
    /// The text begins without a capital letter, such as `the router does not answer (certain). Switch it off and on.`
    package func answer(advising advice: String? = nil) -> String? {
        guard let first = causes.first else { return nil }
        return ["\(first.clause) (\(first.confidence.rawValue)).", advice ?? first.remedy].compactMap(\.self)
            .joined(separator: " ")
    }

    /// Returns at most three lines: the evidence of the first cause, the other causes, and the excluded ones.
    ///
    /// Each has at most a few hundred characters; the list is empty if there is no problem. The URL of `portal` is known and
    /// not repeated.
    package func summary(_ sentences: Sentences, without portal: CaptivePortal? = nil) -> [String] {
        guard let first = shown.first else { return [] }
        let others = shown.dropFirst().prefix(3).map { "\($0.clause) (\($0.confidence.rawValue))" }
        return [
            first.because(sentences, atMost: 2, without: portal).map { "Evidence: \($0)." },
            others.isEmpty ? nil : "Also: \(others.joined(separator: "; ")).",
            exclusion,
        ].compactMap(\.self)
    }

    /// Returns a sentence with the evidence of each cause, the most certain first, and one with the excluded causes.
    package func reasons(_ sentences: Sentences) -> [String] {
        shown.enumerated().compactMap { place, finding in
            // The first cause is part of the answer.
            if place == 0 { return finding.because(sentences).map { "Evidence: \($0)." } }
            let because = finding.because(sentences).map { " (\(finding.confidence.rawValue); \($0))" }
            return "Also: \(finding.clause)\(because ?? " (\(finding.confidence.rawValue))")."
        } + [shown.isEmpty ? nil : exclusion].compactMap(\.self)
    }

    /// The listed causes; possible ones would only confuse next to certain ones.
    private var shown: [Finding] {
        let isClear = causes.first?.confidence == .certain
        return causes.filter { !isClear || $0.confidence > .possible }
    }

    /// The causes that evidence excludes, as one sentence; `nil` without any.
    private var exclusion: String? {
        let excluded = Set(ruledOut.filter { !$0.evidence.isEmpty }.map(\.cause))
        let names = Self.layers.flatMap { layer in
            let found = layer.causes.filter { excluded.contains($0.0) }
            guard let name = layer.name, found.count == layer.causes.count else { return found.map(\.1) }
            return [name]
        }
        return names.isEmpty ? nil : "Ruled out: \(names.joined(separator: ", "))."
    }

    /// The causes with their names, and a shorter name for a whole layer.
    private static let layers: [(name: String?, causes: [(Cause, String)])] = [
        (
            "the link and the address",
            [
                (.noLink, "a missing link"), (.duplicateAddress, "a duplicate address"),
                (.noAddress, "a missing address"), (.noRoute, "a missing route"),
            ]
        ),
        (
            nil,
            [
                (.uplinkDead, "a dead uplink beside another"), (.hostsFile, "this device's hosts file"),
                (.staleNames, "a stale cache of names"), (.resolverStopped, "a stopped resolver of this device"),
                (.noNameServer, "a missing DNS server"),
                (.ownFirewall, "this device's firewall"), (.ownNetwork, "this device's own networks"),
                (.portalBelowTunnel, "a portal below a VPN"), (.tunnelDead, "a dead VPN"),
                (.proxyUnused, "an unused proxy"), (.proxySilent, "a silent proxy"),
                (.proxyRefuses, "a proxy that refuses"),
            ]
        ),
        (
            "a portal, a filter or a proxy",
            [(.portal, "a portal"), (.filter, "a filter"), (.proxyRequired, "a proxy")]
        ),
        (
            "the way to the Internet",
            [
                (.gatewaySilent, "a dead router"), (.prohibited, "a firewall of the network"),
                (.noUplink, "a router without Internet"), (.addressesSilent, "silent servers"),
            ]
        ),
        (
            "the DNS servers",
            [
                (.nameServerSilent, "silent DNS servers"), (.nameServerRefuses, "DNS servers that refuse"),
                (.nameServerSlow, "slow DNS servers"),
                (.nameServerFails, "DNS servers that fail"), (.namesWithheld, "withheld names"),
                (.namesForged, "forged names"), (.nameServersBlocked, "blocked DNS servers"),
            ]
        ),
        ("IPv4 and IPv6", [(.ipv4Broken, "IPv4"), (.ipv6Broken, "IPv6")]),
        (
            nil,
            [
                (.nat64Dead, "a dead translator (NAT64)"), (.dns64Missing, "a missing translator (DNS64)"),
                (.encryptedNamesBlocked, "blocked encrypted DNS"),
                (.encryptedNamesUntrusted, "untrusted encrypted DNS"), (.clockWrong, "the clock"),
                (.tlsIntercepted, "interception"),
                (.largePacketsLost, "lost large packets"), (.tlsBlocked, "a blocked port 443"),
                (.httpBlocked, "a blocked port 80"), (.quicBlocked, "blocked QUIC"), (.lossy, "lost packets"),
                (.slow, "a slow network"),
            ]
        ),
        (
            "your server",
            [
                (.serviceFailing, "a failing server"), (.serviceNameUnknown, "an unknown server name"),
                (.serviceCertificate, "the server's certificate"), (.serviceUnreachable, "a silent server"),
            ]
        ),
    ]
}

extension Diagnosis.Finding {
    /// The texts about the cause; every cause has them.
    var words: CauseSentences? { CauseSentences.all[cause.rawValue] }

    /// The problem, as a clause.
    package var clause: String { filled(words?.clause) ?? cause.rawValue }

    /// What to do, as a sentence.
    package var remedy: String? { filled(words?.remedy) }

    private func filled(_ text: String?) -> String? {
        text.map { SentenceTemplate(text: $0).sentence(for: Reason(cause.rawValue, facts)) }
    }

    /// The evidence on one line; `nil` without any.
    fileprivate func because(
        _ sentences: Sentences,
        atMost count: Int = .max,
        without portal: CaptivePortal? = nil
    ) -> String? {
        let sentences = sentences.withDiagnoses
        let seen = evidence.prefix(count).map { seen in
            let reason = portal?.withoutURL(seen.reason) ?? seen.reason
            return "\(seen.subject.printable(limit: 80)): \(sentences.sentence(for: reason))"
        }
        return seen.isEmpty ? nil : seen.joined(separator: "; ")
    }
}

extension Diagnosis: Encodable {
    private enum CodingKeys: CodingKey {
        case causes, ruledOut, undecided
    }

    /// Encodes the causes and the excluded causes with their evidence, and the names of the undecided causes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(causes, forKey: .causes)
        try container.encode(ruledOut, forKey: .ruledOut)
        try container.encode(findings.filter { $0.confidence == .undecided }.map(\.cause), forKey: .undecided)
    }
}

extension Diagnosis.Finding: Encodable {
    private enum CodingKeys: CodingKey {
        case cause, confidence, title, remedy, evidence
    }

    /// Encodes the names of the cause and of the confidence, the evidence, and the sentences for people.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cause, forKey: .cause)
        try container.encode(confidence, forKey: .confidence)
        try container.encode("\(clause.prefix(1).uppercased())\(clause.dropFirst()).", forKey: .title)
        if confidence >= .possible { try container.encode(remedy, forKey: .remedy) }
        try container.encode(evidence, forKey: .evidence)
    }
}
