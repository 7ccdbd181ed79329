import ConnectivityCore
import ConnectivityTestKit

/// A network that is drawn from a seed, which knows the truth about itself.
struct RandomNetwork: Sendable {
    /// The system between this device and the Internet.
    enum Kind: Sendable, CaseIterable {
        /// Nothing, but some owners may be down, filtered or in trouble.
        case honest
        /// A portal or a walled garden.
        case garden
        /// A garden that lets two neutral owners or more through, so that a small first stage can meet these alone.
        case generousGarden
        /// A garden for people with an account somewhere: vendors whole, and some neutral owners over TLS, over plain HTTP or
        /// over both.
        case mixedGarden
        /// Nothing gets through.
        case dead
    }

    /// How a garden answers plain HTTP for those that it does not let through.
    enum Interception: Sendable, CaseIterable {
        case redirect, signInPage, form503, ownHTTPS, tooManyRequests, silence, lateRedirect, forgery, drop
    }

    /// The treatment by a walled garden of TLS to hosts that it does not let through.
    enum Handshake: Sendable, CaseIterable {
        case refuse, drop, ownCertificate, letThrough
    }

    /// How a filter of an honest network keeps an owner away.
    enum Filter: Sendable, CaseIterable {
        case noSuchName, refuse, drop, loopbackPage
    }

    /// The answer of an owner in trouble over plain HTTP.
    enum Trouble: Sendable, CaseIterable {
        case unavailable, maintenancePage, tooManyRequests
    }

    static let vendors = ["Apple", "Google", "Microsoft", "Mozilla", "Cloudflare"]
    static let neutral = ["Canonical", "Fedora", "Arch", "openSUSE", "GNOME", "KDE"]

    let kind: Kind
    let interface: NetworkInterface
    private let interception: Interception
    private let handshake: Handshake
    /// The owners that a garden lets through, or that are filtered on an honest network.
    private var chosen: Set<String>
    /// The only address family of the garden; it does not touch the other.
    private let gardenFamily: IPAddress.Family?
    private let filter: Filter
    private let down: Set<String>
    private let troubled: (owner: String, trouble: Trouble)?
    private let latency: Duration
    /// The neutral owners that a mixed garden lets through over TLS and over plain HTTP.
    private var throughTLS: Set<String> = []
    private var throughPlain: Set<String> = []

    /// Draws a garden that lets through a number of neutral owners over each scheme.
    init(mixed seed: UInt64) {
        var draws = SplitMix64(seed: seed)
        kind = .mixedGarden
        interface = Self.interface(hasIPv6: draws.next(below: 100) < 40)
        interception = [.redirect, .signInPage, .form503][draws.next(below: 3)]
        handshake = [.refuse, .drop, .ownCertificate][draws.next(below: 3)]
        chosen = Set(Self.vendors)
        (gardenFamily, filter, down, troubled) = (nil, .refuse, [], nil)
        latency = .milliseconds(20)
        throughTLS = Set(Self.neutral.shuffled(using: &draws).prefix(draws.next(below: 7)))
        throughPlain = Set(Self.neutral.shuffled(using: &draws).prefix(draws.next(below: 5)))
    }

    /// Draws a garden that lets all vendors through, before or after it has closed for the others.
    init(closing seed: UInt64, isOpen: Bool) {
        self.init(mixed: seed)
        if isOpen {
            (throughTLS, throughPlain) = (Set(Self.neutral), Set(Self.neutral))
        } else {
            (throughTLS, throughPlain) = ([], [])
        }
    }

    /// How many neutral owners a mixed garden lets through over TLS and over plain HTTP.
    var throughCounts: (tls: Int, plain: Int) { (throughTLS.count, throughPlain.count) }

    /// Draws a network.
    init(seed: UInt64) {
        var draws = SplitMix64(seed: seed)
        func chance(_ share: Double) -> Bool { Double(draws.next(below: 10_000)) < share * 10_000 }
        func pick<Item>(_ items: [Item]) -> Item { items[draws.next(below: items.count)] }
        let all = Self.vendors + Self.neutral

        let number = draws.next(below: 100)
        let drawn: Kind = number < 45 ? .honest : number < 90 ? .garden : .dead
        let hasIPv6 = chance(0.4)
        interface = Self.interface(hasIPv6: hasIPv6)
        down = Set(all.filter { _ in chance(0.015) })
        latency = .milliseconds(pick([2, 20, 60, 200, 700]))

        let intercepting = pick([Interception](repeating: .redirect, count: 5) + Interception.allCases)
        interception = intercepting
        // Forged plain HTTP with open TLS is an Internet over TLS: no answer shows the difference.
        let handshakes = Handshake.allCases.filter { intercepting != .forgery || $0 != .letThrough }
        handshake = pick(handshakes)
        gardenFamily = hasIPv6 && chance(0.2) ? .ipv4 : nil
        filter = pick(Filter.allCases)
        switch drawn {
        case .honest where chance(0.25): chosen = Set(all.shuffled(using: &draws).prefix(pick([1, 1, 2])))
        case .honest where chance(0.05): chosen = ["Google"]
        case .garden:
            switch draws.next(below: 100) {
            case ..<25: chosen = ["Apple", "Google"]
            case ..<35: chosen = ["Google"]
            case ..<45: chosen = ["Apple", "Google", "Microsoft", "Mozilla"]
            case ..<50: chosen = Set(Self.vendors)
            case ..<55: chosen = ["Apple", "Google", "Cloudflare"]
            case ..<58: chosen = Set(Self.vendors + [pick(Self.neutral)])
            case ..<68: chosen = Set(all.shuffled(using: &draws).prefix(1 + draws.next(below: 4)))
            default: chosen = []
            }
        default: chosen = []
        }
        kind = drawn == .garden && chosen.intersection(Self.neutral).count > 1 ? .generousGarden : drawn
        troubled = chance(0.1) ? (pick(Self.vendors), pick(Trouble.allCases)) : nil
    }

    private static func interface(hasIPv6: Bool) -> NetworkInterface {
        guard hasIPv6 else { return .ethernet }
        var interface = NetworkInterface.ethernet
        interface.addresses.append(NetworkInterface.Address("2001:db8::7", prefixLength: 64))
        let gateway = NetworkInterface.DefaultRoute(family: .ipv6, gateway: "fe80::1", metric: 100)
        interface.defaultRoutes.append(gateway)
        return interface
    }

    // MARK: Answers

    /// A prober that blocks all hosts, even the owners that this garden permits.
    func prober(everyOwner: Bool, on clock: VirtualClock) -> ClosureProber {
        var closed = self
        if everyOwner { (closed.chosen, closed.throughTLS, closed.throughPlain) = ([], [], []) }
        return closed.prober(on: clock)
    }

    /// A prober that answers as this network does.
    func prober(on clock: VirtualClock) -> ClosureProber {
        ClosureProber { request in
            let (delay, outcome) = self.reply(to: request)
            let time = min(delay, request.limits.total)
            try? await clock.sleep(for: time)
            let family = self.family(of: request)
            let peer: IPAddress = family == .ipv6 ? "2001:db8:113::80" : "203.0.113.80"
            let isLate = delay > request.limits.total
            let answered = isLate ? .failure(ProbeFailure(.timedOut(.response))) : outcome
            let hasPeer = if case .success = answered { true } else { false }
            return ProbeExchange(
                request: request,
                outcome: answered,
                remoteAddress: hasPeer ? peer : nil,
                timings: ProbeExchange.Timings(total: time)
            )
        }
    }

    /// The family over which a request goes: IPv6 is preferred.
    private func family(of request: ProbeRequest) -> IPAddress.Family {
        request.path.family ?? (interface.defaultRoutes.count > 1 ? .ipv6 : .ipv4)
    }

    private typealias Reply = (delay: Duration, outcome: Result<Answer, ProbeFailure>)

    private func reply(to request: ProbeRequest) -> Reply {
        guard let endpoint = Self.endpoint(for: request), let url = request.url else { return fail(.unsupported) }
        let isOverTLS = url.scheme == .https
        let owner = endpoint.owner
        switch kind {
        case .dead: return drop
        case .honest:
            if chosen.contains(owner) {
                switch filter {
                case .noSuchName: return fail(.nameLookup)
                case .refuse: return fail(.connectionRefused)
                case .drop: return drop
                case .loopbackPage: return fail(.connectionRefused)
                }
            }
            if down.contains(owner) { return drop }
            if let troubled, troubled.owner == owner, !isOverTLS {
                switch troubled.trouble {
                case .unavailable: return answer(503)
                case .tooManyRequests: return answer(429)
                case .maintenancePage:
                    return answer(302, ["Location": "https://\(url.host)/maintenance"])
                }
            }
            return genuine(endpoint)
        case .garden, .generousGarden, .mixedGarden:
            if (isOverTLS ? throughTLS : throughPlain).contains(owner) { return genuine(endpoint) }
            if let gardenFamily, family(of: request) != gardenFamily {
                return down.contains(owner) ? drop : genuine(endpoint)
            }
            if chosen.contains(owner) { return down.contains(owner) ? drop : genuine(endpoint) }
            return isOverTLS ? handshake(endpoint) : intercepted(endpoint, url)
        }
    }

    private func handshake(_ endpoint: Endpoint) -> Reply {
        switch handshake {
        case .refuse: fail(.connectionRefused)
        case .drop: drop
        case .ownCertificate: fail(.tls(.unknownAuthority))
        case .letThrough: genuine(endpoint)
        }
    }

    private func intercepted(_ endpoint: Endpoint, _ url: HTTPURL) -> Reply {
        let portal = ["Location": "http://portal.example/sign-in?from=\(url.host)"] as HeaderFields
        let form =
            "<html><title>Welcome</title><form method=post action=/login><input name=room>"
            + "<input type=password name=code></form></html>"
        switch interception {
        case .redirect: return answer(302, portal)
        case .lateRedirect: return (.milliseconds(1600), answer(302, portal).outcome)
        case .signInPage: return answer(200, ["Content-Type": "text/html"], form)
        case .form503: return answer(503, ["Content-Type": "text/html"], form)
        case .ownHTTPS: return answer(302, ["Location": "https://\(url.host)/"])
        case .tooManyRequests: return answer(429)
        case .silence: return (.seconds(60), .failure(ProbeFailure(.timedOut(.response))))
        case .forgery: return genuine(endpoint)
        case .drop: return drop
        }
    }

    private func genuine(_ endpoint: Endpoint) -> Reply {
        (latency, .success(.http(Self.genuinePage(of: endpoint.owner))))
    }

    /// The page that an owner serves, with a date if there is one.
    static func genuinePage(of owner: String, on date: String? = nil) -> ProbeResponse {
        let headers: HeaderFields = date.map { ["Date": $0] } ?? [:]
        func page(_ body: String) -> ProbeResponse {
            ProbeResponse(status: 200, headers: headers, body: Array(body.utf8))
        }
        return switch owner {
        case "Apple": page("<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n")
        case "Microsoft": page("Microsoft Connect Test")
        case "Mozilla": page("success\n")
        case "Canonical", "openSUSE":
            ProbeResponse(
                status: 204,
                headers: date.map { ["X-NetworkManager-Status": "online", "Date": $0] } ?? [
                    "X-NetworkManager-Status": "online"
                ]
            )
        case "Fedora", "KDE": page("OK\n")
        case "Arch", "GNOME": page("NetworkManager is online\n")
        default: ProbeResponse(status: 204, headers: headers)
        }
    }

    private var drop: Reply { (.seconds(60), .failure(ProbeFailure(.timedOut(.connect)))) }

    private func fail(_ kind: ProbeFailure.Kind) -> Reply { (latency, .failure(ProbeFailure(kind))) }

    private func answer(_ status: Int, _ headers: HeaderFields = [:], _ body: String = "") -> Reply {
        (latency, .success(.http(ProbeResponse(status: status, headers: headers, body: Array(body.utf8)))))
    }

    private static let endpoints = Endpoint.standard + Endpoint.standardPool

    private static func endpoint(for request: ProbeRequest) -> Endpoint? {
        endpoints.first { $0.url == request.url }
    }
}
