import ConnectivityConnection
import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityTLS
import ConnectivityTestKit

// Connections over TCP, TLS and QUIC, and the certificates that are shown.

extension FaultyNetwork {
    /// The largest TCP segment whose packets pass everywhere: 1,280 bytes, less the headers of IPv6 and TCP.
    private static let smallSegment: Int64 = 1_220

    /// The answer of a drawn network to a question for a connection.
    func connection(_ facts: Facts, _ request: ProbeRequest, _ draws: inout SplitMix64) -> Outcome {
        guard let peer = facts["to"]?.text.flatMap({ try? HTTPURL("https://\($0)/") }),
            let host = peer.address ?? address(of: peer.host)
        else { return Outcome(outcome: .failure(ProbeFailure(.nameLookup))) }
        let isQUIC = facts["transport"] == "quic"
        let isOverTLS = facts["transport"] == nil || facts["transport"] == "tls"
        let port = UInt16(clamping: peer.port ?? 443)
        var clock = Clock(limit: request.limits.total)
        func failed(_ kind: ProbeFailure.Kind, _ facts: Facts = [:], after time: Duration = .zero) -> Outcome {
            clock.spend(time)
            return Outcome(timings: clock.timings, outcome: .failure(ProbeFailure(kind, facts: facts)), peer: host)
        }
        func late(_ phase: ProbeFailure.Phase) -> Outcome { failed(.timedOut(phase), after: clock.limit) }
        var packet = Packet(kind: isQUIC ? .udp(port) : .tcp(port), to: host, interface: request.path.interface)
        let fate = fate(of: packet)
        switch fate {
        case .refusedHere: return failed(.unreachable, ["cause": "prohibited"])
        case .noRoute: return failed(.unreachable)
        case .reset where isQUIC: return late(.response)
        case .reset: return failed(.connectionRefused, after: roundTrip)
        case .reported: return failed(.unreachable, after: roundTrip)
        case .noNeighbour: return failed(.unreachable, after: .seconds(3))
        case .vanishes: return late(isQUIC ? .response : .connect)
        case .arrives, .answeredByGateway: break
        }
        if isQUIC {
            var time = roundTrip
            // It is asked again every 250 ms.
            while time < clock.limit, isLost(&draws) { time += .milliseconds(250) }
            clock.timings.response = clock.spend(time)
            if clock.isOver { return late(.response) }
            return opened(host, clock)
        }
        clock.timings.connect = clock.spend(trip(&draws))
        if clock.isOver {
            clock.timings.connect = nil
            return late(.connect)
        }
        let steps = facts["dialogue"]?.list?.count ?? 0
        if !isOverTLS, steps == 0 { return opened(host, clock) }
        // The certificates fill packets, unless this device asks for smaller ones.
        packet.isLarge = isOverTLS && facts["segment"]?.integer ?? .max > Self.smallSegment
        switch course(of: packet, isOverTLS: isOverTLS, fate) {
        case .silent: return late(isOverTLS ? .tls : .response)
        case .reset: return failed(.connectionReset, after: roundTrip)
        case .closed(let time) where isOverTLS: return failed(.tls(.protocol), after: time + roundTrip)
        case .closed(let time):
            clock.timings.response = clock.spend(time + roundTrip)
            return clock.isOver ? late(.response) : opened(host, clock)
        case .served: break
        }
        let time = clock.spend(isOverTLS ? trip(&draws) + trip(&draws) : trip(&draws))
        if clock.isOver { return late(isOverTLS ? .tls : .response) }
        if !isOverTLS {
            clock.timings.response = time
            return opened(host, clock, steps: steps)
        }
        clock.timings.tls = time
        let isByOther = fate == .answeredByGateway
        let name = facts["serverName"]?.text ?? peer.host
        let fault = certificateFault(of: name, at: host, isByOther)
        let chain = chain(of: name, at: host, isByOther)
        let findings = TLSFindings(version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384", fault: fault, chain: chain)
        if let fault, facts["verify"] != false {
            return failed(.tls(fault), ["version": "TLSv1.3", "certificate": .record(chain[0].facts)])
        }
        return opened(host, clock, findings, steps: steps)
    }

    private func opened(
        _ host: IPAddress,
        _ clock: Clock,
        _ findings: TLSFindings? = nil,
        steps: Int = 0
    ) -> Outcome {
        // The peer of a dialogue is a proxy.
        let received = steps > 0 ? Array("HTTP/1.1 200 OK\r\n\r\n".utf8) : []
        let answer = ConnectionAnswer(from: host, tls: findings, stepCount: steps, received: received)
        return Outcome(timings: clock.timings, outcome: .success(Answer(answer)), peer: host)
    }

    private func address(of host: String) -> IPAddress? {
        guard let server = servers.first, let family = families.first,
            case .address(let address)? = reply(about: host, family, by: server)
        else { return nil }
        return address
    }

    // MARK: Certificates

    /// The fault of the certificate that this device sees; `nil` if it has none.
    func certificateFault(of host: String, at address: IPAddress, _ isByOther: Bool) -> ProbeFailure.TLSFault? {
        // An authority that this device does not know is noticed before all else.
        if has("authorities-missing") { return .unknownAuthority }
        if isByOther { return isOfHost(at: address) ? .wrongHost : .unknownAuthority }
        if host == Self.serviceHost, has("service-certificate") { return variant == .drop ? .expired : .wrongHost }
        return clockError == .zero ? nil : .expired
    }

    /// Whether who answers in place of others has a certificate for a host of its own.
    private func isOfHost(at address: IPAddress) -> Bool {
        Self.foreigners.values.contains(address) || seed % 5 == 0
    }

    /// The certificates that are shown for a host, its own first.
    private func chain(of host: String, at address: IPAddress, _ isByOther: Bool) -> [PeerCertificate] {
        let issuer =
            isByOther
            ? isOfHost(at: address) ? Self.issuers[1] : "CN=Web Filter CA,O=Office"
            : Self.issuer(for: Self.owners[host] ?? "\(address)")
        let subject = isByOther && isOfHost(at: address) ? "filter.example" : host
        func certificate(_ subject: String, by issuer: String) -> PeerCertificate {
            // The clock of the world, which is perhaps not that of this device.
            let end = Timestamp(sinceEpoch: civilStart.sinceEpoch - clockError + .seconds(60 * 86_400))
            return PeerCertificate(
                subject: subject,
                issuer: issuer,
                notBefore: Timestamp(sinceEpoch: end.sinceEpoch - .seconds(90 * 86_400)),
                notAfter: end,
                daysLeft: (end.sinceEpoch - civilStart.sinceEpoch) / .seconds(86_400)
            )
        }
        let own = certificate("CN=\(subject)", by: issuer)
        return isByOther ? [own] : [own, certificate(issuer, by: "CN=Root of \(issuer.dropFirst(3))")]
    }

    /// Authorities, of which each owner uses one.
    private static let issuers = [
        "CN=WR2,O=Google Trust Services", "CN=R11,O=Let's Encrypt", "CN=DigiCert Global G3 TLS ECC SHA384 2020 CA1",
        "CN=SSL.com SSL Intermediate CA ECC R2", "CN=Amazon RSA 2048 M02",
    ]

    private static func issuer(for owner: String) -> String {
        switch owner {
        case "Google", "8.8.8.8", "2001:4860:4860::8888": issuers[0]
        case "Quad9", "9.9.9.9", "2620:fe::fe": issuers[2]
        case "Cloudflare", "1.1.1.1", "2606:4700:4700::1111": issuers[3]
        default: issuers[1 + owner.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % (issuers.count - 1)]
        }
    }

    /// The owners of well-known hosts.
    static let owners = Dictionary(
        Endpoint.builtIn.compactMap { endpoint in endpoint.url.map { ($0.host, endpoint.owner) } },
        uniquingKeysWith: { first, _ in first }
    )
}
