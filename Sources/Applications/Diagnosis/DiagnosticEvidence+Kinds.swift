import ConnectivityCore

// The kinds of evidence, by their names in `Sentences/kinds.tsv`.

extension DiagnosticEvidence {
    typealias Seen = [Diagnosis.Observation]
    /// What was seen of kinds of evidence; a kind without observations was not seen.
    typealias Kinds = [String: Seen]

    /// What was seen, by kind of evidence; a kind that was not seen is missing.
    func seen() -> Kinds {
        var kinds = [linkKinds]
        if interface != nil { kinds += [serviceKinds, qualityKinds, translationKinds, encryptedNameKinds] }
        if interface != nil, !isDirectlyOnline {
            kinds += [
                ownNameKinds, deviceKinds, tunnelKinds, intermediaryKinds, proxyKinds, gatewayKinds, nameKinds,
                addressKinds, familyKinds(.ipv4), familyKinds(.ipv6), certificateKinds, stoppedKinds, portKinds,
            ]
            // No host beyond the gateway is proved to answer, and no intermediary answers.
            let isReached = isBeyondProved || genuineOwners.count > 1 || assessment.access.portal != nil
            if !isReached, assessment.access != .blocked { kinds.append(pathKinds) }
        }
        return kinds.joined().reduce(into: [:]) { if !$1.value.isEmpty { $0[$1.key] = $1.value } }
    }

    var genuine: Seen { evidence(\.isGenuine) }

    func evidence(_ belongs: (EndpointReport) -> Bool) -> Seen { reports.filter(belongs).map(\.observation) }

    /// The mark of a kind that has no observation for people.
    var plainly: Seen { [Diagnosis.Observation(subject: "", reason: assessment.reason)] }
}
