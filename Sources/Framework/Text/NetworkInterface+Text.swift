import ConnectivityCore

extension NetworkInterface {
    /// The facts that the network announced when the device joined, as sentences that name their origin.
    var provisioningSentences: [String] {
        var sentences: [String] = []
        switch captivePortal {
        case .api(let url):
            sentences.append("The network announces the portal API \(url.description.printable(limit: 120))")
        case .unrestricted: sentences.append("The network reports that it has no portal")
        case nil: break
        }
        if let option = captivePortal, !sentences.isEmpty {
            let origin = provisioning.portals.first { $0.option == option }?.origin
            sentences[0] += origin.map { " (from \($0.printable(limit: 120)))." } ?? "."
        }
        let others = contradictingPortals
        if !others.isEmpty {
            let texts = others.map {
                "\($0.option.description.printable(limit: 120)) (\($0.origin.printable(limit: 120)))"
            }
            sentences.append(
                "The network also announces different portals, which is a configuration error: \(texts.joined(separator: ", "))."
            )
        }
        for reported in provisioning {
            guard case .failure(let fault)? = reported.captivePortal else { continue }
            sentences.append("The portal option in \(reported.origin.printable(limit: 120)) cannot be used: \(fault).")
        }
        if let reported = provisioning.first(where: { $0.isMetered == true }) {
            sentences.append(
                "The network reports that traffic is metered (from \(reported.origin.printable(limit: 120)))."
            )
        }
        for reported in provisioning where !reported.nat64Prefixes.isEmpty {
            let prefixes = reported.nat64Prefixes.map(\.description).joined(separator: ", ")
            sentences.append(
                "The network announces a translator for IPv4 at \(prefixes) (from \(reported.origin.printable(limit: 120)))."
            )
        }
        if let reported = provisioning.first(where: { $0.ipv6OnlyWait != nil }) {
            sentences.append(
                "The network says that it works without IPv4 (from \(reported.origin.printable(limit: 120)))."
            )
        }
        for reported in provisioning {
            let origin = reported.origin.printable(limit: 120)
            let designated = reported.encryptedResolvers.filter { $0.use == .designated }
            if !designated.isEmpty {
                let texts = designated.map { $0.description.printable(limit: 120) }.joined(separator: "; ")
                sentences.append("The network designates encrypted DNS servers: \(texts) (from \(origin)).")
            }
            if reported.encryptedResolvers.contains(where: { $0.use == .configured }) {
                sentences.append("This device asks for names over TLS alone (from \(origin)).")
            }
        }
        return sentences
    }
}
