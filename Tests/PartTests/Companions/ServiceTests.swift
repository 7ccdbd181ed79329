import ConnectivityCore
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCompanions

@Suite struct `Services in addition to the network` {
    @Test func `The guide has the rules of services, in their order and by their names`() throws {
        let guide = "Sources/Kit/ConnectivityKit.docc/Services.md"
        let text = try String(contentsOf: URL.package.appending(path: guide), encoding: .utf8)
        let rows = text.split(separator: "\n").drop { $0 != "| rule | state | the evidence |" }.dropFirst(2)
        let cells = rows.prefix { $0.hasPrefix("| ") }.map { $0.split(separator: "|").map { $0.trimmingPrefix(" ") } }
        expect(cells.map { "\($0[0])\($0[1])" }, ServiceRule.all.map { "\($0.name) `\($0.state.rawValue)` " })
    }

    @Test func `All companions together ask no more endpoints than observations are kept of`() throws {
        func services(_ numbers: Range<Int>) -> Services {
            Services(numbers.map { Endpoint(HTTPURL(stringLiteral: "https://s\($0).example/"), name: "s\($0)") })
        }
        var companions: [any Companion] = []
        try companions.add(services(0..<100))
        try companions.add(services(100..<200))
        #expect(throws: PipelineSetupError.tooManyEndpoints(limit: 200)) { try companions.add(services(200..<201)) }
        #expect(throws: PipelineSetupError.repeatedName("s7")) { try companions.add(services(7..<8)) }
    }

    static let url: HTTPURL = "https://git.example/"

    static func control(
        _ access: InternetAccess,
        families: [IPAddress.Family] = [.ipv4, .ipv6],
        ports: [Int] = [80, 443],
        at seconds: Int = 0
    ) -> Assessment {
        let addresses: [IPAddress.Family: IPAddress] = [.ipv4: "198.51.100.1", .ipv6: "2001:db8::1"]
        let reports = families.flatMap { family in
            ports.map { port in
                let url = HTTPURL(stringLiteral: port == 443 ? "https://a.example/" : "http://a.example:\(port)/")
                var exchange = ProbeExchange.answer(204, url: url)
                exchange.remoteAddress = addresses[family]
                return EndpointReport(
                    name: "\(port)",
                    owner: "a",
                    exchange: exchange,
                    verdict: Verdict(.genuine, because: .stated("x"))
                )
            }
        }
        let time = Timestamp(sinceEpoch: .seconds(seconds))
        return Assessment(access: access, reason: .stated("x"), endpoints: reports, startedAt: time)
    }

    static func reports(
        _ exchanges: [ProbeExchange],
        of services: [Endpoint]? = nil,
        control: Assessment?,
        at seconds: Int = 1
    ) -> [ServiceReport] {
        let services = services ?? exchanges.compactMap(\.request.url).map { Endpoint($0) }
        return Services(services).reports(
            on: exchanges,
            by: context,
            control: control.map(ServiceControl.init),
            at: Timestamp(sinceEpoch: .seconds(seconds))
        )
    }

    static let context = CompanionContext(
        rules: DecisionRules(endpoints: [], validators: .standard, policy: SharePolicy(1))
    )

    private static func failure(
        _ kind: ProbeFailure.Kind,
        cause: String? = nil,
        url: HTTPURL = url,
        from address: IPAddress? = nil
    ) -> ProbeExchange {
        let facts: Facts = cause.map { ["cause": .text($0)] } ?? [:]
        var exchange = ProbeExchange(request: ProbeRequest(url), outcome: .failure(ProbeFailure(kind, facts: facts)))
        exchange.remoteAddress = address
        return exchange
    }

    @Test func `A service at another port is judged by the control's plain HTTP and TLS`() {
        func conclusion(_ exchange: ProbeExchange, ports: [Int]) -> String {
            let report = Self.reports([exchange], control: Self.control(.online, ports: ports))[0]
            let claimsPort = report.reason.facts["port"] != nil
            return "\(report.state.rawValue) \(report.reason.code)\(claimsPort ? " of a port" : "")"
        }
        let busy = ProbeExchange.answer(503, url: "http://git.example:9001/")
        expect(conclusion(busy, ports: [9001]), "failing service-answer")
        expect(conclusion(busy, ports: [443]), "undecided endpoint-failure")
        // A handshake shows that the port is open; the TLS of other hosts shows whether TLS is intercepted.
        let expired = Self.failure(.tls(.expired), url: "https://git.example:9443/")
        expect(conclusion(expired, ports: [80, 443]), "failing service-certificate")
        expect(conclusion(expired, ports: [80]), "undecided service-unproven")
        let silent = Self.failure(.timedOut(.connect), url: "https://git.example:9443/")
        expect(conclusion(silent, ports: [80, 443]), "undecided service-unproven of a port")
    }

    private static func conclusion(_ exchange: ProbeExchange, on access: InternetAccess) -> String {
        let report = reports([exchange], control: control(access))[0]
        return "\(report.state.rawValue) \(report.reason.code)"
    }

    static func verified(_ status: Int, _ body: String = "", headers: HeaderFields = [:]) -> ProbeExchange {
        var exchange = ProbeExchange.answer(status, body, headers: headers, url: url)
        exchange.authentication = .verified
        return exchange
    }

    @Test(
        arguments: [
            (failure(.connectionRefused), "failing service-refused"),
            (failure(.timedOut(.connect)), "failing service-silent"),
            (failure(.timedOut(.response)), "failing service-silent"),
            (failure(.tls(.expired)), "failing service-certificate"),
            (failure(.tls(.wrongHost)), "failing service-certificate"),
            (failure(.nameLookup, cause: "no-such-name"), "failing service-name"),
            (failure(.nameLookup, cause: "no-answer"), "undecided name-lookup-failed"),
            (failure(.cutOff), "undecided no-answer"), (failure(.shortage(.descriptors)), "undecided no-answer"),
            (verified(503), "failing service-answer"), (verified(404), "failing service-answer"),
            (verified(200, "<form><input type=password>"), "working status-matches"),
            (verified(302, headers: ["Location": "/en/"]), "working status-matches"),
            (verified(401), "working status-matches"),
            (failure(.connectionRefused, url: "http://git.example:3000/"), "failing service-refused"),
            (failure(.timedOut(.connect), url: "http://git.example:3000/"), "undecided service-unproven"),
        ] as [(ProbeExchange, String)]
    )
    func `On a good network a failure is theirs, unless nothing shows it`(exchange: ProbeExchange, expected: String) {
        expect(Self.conclusion(exchange, on: .online), expected)
    }

    @Test(arguments: [
        InternetAccess.captive(CaptivePortal(signInURL: nil, source: .page, kind: .page)), .blocked, .unreachable,
        .disconnected,
    ])
    func `If nothing gets through, a failure is on this side, unless the service itself says otherwise`(
        access: InternetAccess
    ) {
        expect(Self.conclusion(Self.failure(.connectionRefused), on: access), "cut-off service-network")
        #expect(Self.conclusion(Self.failure(.nameLookup, cause: "no-such-name"), on: access).hasPrefix("cut-off"))
        expect(Self.conclusion(Self.verified(503), on: access), "failing service-answer")
        expect(Self.conclusion(Self.verified(200), on: access), "working status-matches")
        // Somebody in between answers with a page.
        let page = ProbeExchange.answer(200, "<title>Welcome</title>", url: "http://git.example/")
        expect(Self.conclusion(page, on: access), "cut-off service-network")
    }

    @Test func `A validator that could not finish says nothing against a service`() {
        let undecided = ClosureValidator(role: .expectation) { _ in
            Verdict(.inconclusive, because: .undecided("a limit"))
        }
        let services = [Endpoint(Self.url, expecting: undecided)]
        let report = Self.reports([Self.verified(200)], of: services, control: Self.control(.online))[0]
        expect(report.state, .undecided)
    }

    @Test func `An answer without proof is undecided behind a portal, and works if others answer or at home`() {
        let met = ClosureValidator(role: .expectation) { _ in Verdict(.genuine, because: .stated("connected")) }
        func conclusion(of destination: String = "git.example:22", on access: InternetAccess) -> String {
            let question = Question.other("connection", ["to": .text(destination)])
            let answer = Answer.other("connection", [:])
            let report = Self.reports(
                [ProbeExchange(request: ProbeRequest(question), outcome: .success(answer))],
                of: [Endpoint(question, owner: "me", expecting: met)],
                control: Self.control(access)
            )[0]
            return "\(report.state.rawValue) \(report.reason.code)"
        }
        let portal = InternetAccess.captive(CaptivePortal(signInURL: nil, source: .page, kind: .page))
        expect(conclusion(on: portal), "undecided unproven-kind")
        expect(conclusion(on: .online), "working service-proved")
        expect(conclusion(of: "192.168.1.9:22", on: .unreachable), "working service-local")
        expect(conclusion(of: "192.168.1.9:22", on: portal), "undecided unproven-kind")
    }

    @Test func `Over plain HTTP an unverified answer counts only together with genuine ones`() {
        let page = ProbeExchange.answer(200, "<title>Our wiki</title>", url: "http://wiki.example/")
        expect(Self.conclusion(page, on: .online), "working service-proved")
        let redirect = ProbeExchange.answer(302, headers: ["Location": "/de/"], url: "http://wiki.example/")
        expect(Self.conclusion(redirect, on: .online), "working service-proved")
        let away = ProbeExchange.answer(302, headers: ["Location": "http://x.example/"], url: "http://wiki.example/")
        expect(Self.conclusion(away, on: .online), "undecided redirect")
        let blocked = ProbeExchange.answer(451, url: "http://wiki.example/")
        expect(Self.conclusion(blocked, on: .online), "cut-off service-filtered")
        let withoutPlain = Self.reports([page], control: Self.control(.partial, ports: [443]))[0]
        expect(withoutPlain.state, .undecided)
    }

    @Test func `A family or a port that is closed for all is on this side`() {
        let overIPv6 = Self.failure(.timedOut(.connect), from: "2001:db8::9")
        let partial = Self.reports([overIPv6], control: Self.control(.partial, families: [.ipv4]))[0]
        #expect(partial.state == .cutOff && partial.reason.code == "service-family")
        let two: [HTTPURL] = ["http://a.example:3000/", "http://b.example:3000/"]
        let closed = Self.reports(
            two.map { Self.failure(.timedOut(.connect), url: $0) },
            control: Self.control(.online)
        )
        #expect(closed.map(\.state) == [.cutOff, .cutOff] && closed[0].reason.code == "service-port")
        let one = [Self.failure(.connectionRefused, url: two[0]), .answer(200, url: two[1])]
        expect(Self.reports(one, control: Self.control(.online))[0].state, .failing)
    }

    @Test func `A port that is closed for all endpoints is closed for a service, too`() {
        var control = Self.control(.partial, ports: [80])
        control.paths[0].endpoints += ["https://a.example/", "https://b.example/"].map { (url: HTTPURL) in
            let exchange = Self.failure(.timedOut(.connect), url: url)
            return EndpointReport(name: "\(url)", owner: "a", exchange: exchange, verdict: .inconclusive)
        }
        let report = Self.reports([Self.failure(.timedOut(.connect))], control: control)[0]
        #expect(report.state == .cutOff && report.reason.code == "service-port")
        let page = ProbeExchange.answer(200, "<title>Our wiki</title>", url: "http://wiki.example/")
        expect(Self.reports([page], control: control)[0].reason.code, "service-proved")
        expect(report.decidedAgain(), report)
    }

    @Test func `A filter that leads the name of a service away is on this side`() {
        var control = Self.control(.online)
        control.interface = NetworkInterface(named: "eth0", kind: .ethernet)
        control.interface?.defaultRoutes = [.init(family: .ipv4, gateway: "192.168.1.1", metric: 0)]
        func conclusion(_ exchange: ProbeExchange, from address: IPAddress) -> String {
            var exchange = exchange
            exchange.hostAddresses = [address]
            let report = Self.reports([exchange], control: control)[0]
            return "\(report.state.rawValue) \(report.reason.code)"
        }
        let refused = Self.failure(.connectionRefused)
        expect(conclusion(refused, from: "0.0.0.0"), "cut-off service-filtered")
        expect(conclusion(refused, from: "::"), "cut-off service-filtered")
        expect(conclusion(refused, from: "127.0.0.1"), "cut-off service-filtered")
        let away = ProbeExchange.answer(302, headers: ["Location": "http://x.example/"], url: "http://git.example/")
        expect(conclusion(away, from: "192.168.1.1"), "cut-off service-filtered")
        expect(conclusion(Self.failure(.tls(.wrongHost)), from: "192.168.1.1"), "cut-off service-filtered")
        let page = ProbeExchange.answer(451, url: "http://git.example/")
        expect(conclusion(page, from: "192.168.1.1"), "cut-off service-filtered")
        let own = Self.failure(.connectionRefused, url: "http://app.localhost/")
        expect(conclusion(own, from: "127.0.0.1"), "failing service-refused")
        // The router's own service, and one of the local network, fail on their own side.
        expect(conclusion(refused, from: "192.168.1.1"), "failing service-refused")
        expect(conclusion(Self.failure(.tls(.wrongHost)), from: "192.168.1.2"), "failing service-refused")
        expect(
            Self.conclusion(Self.failure(.tls(.wrongHost), url: "https://192.168.1.1/"), on: .online),
            "failing service-refused"
        )
    }

    @Test func `A page of a host on the local network needs no Internet, by its address or by its name`() {
        var page = ProbeExchange.answer(200, "<title>Our NAS</title>", url: "http://192.168.1.2/")
        expect(Self.conclusion(page, on: .unreachable), "working service-local")
        page = ProbeExchange.answer(200, "<title>Our NAS</title>", url: "http://nas.home.arpa/")
        (page.remoteAddress, page.hostAddresses) = ("192.168.1.2", ["192.168.1.2"])
        expect(Self.conclusion(page, on: .unreachable), "working service-local")
    }

    @Test func `A service on the local network needs no Internet`() {
        let refused = Self.failure(.connectionRefused, url: "http://nas.lan/", from: "192.168.1.2")
        expect(Self.conclusion(refused, on: .unreachable), "failing service-refused")
        let silent = Self.failure(.timedOut(.connect), url: "http://nas.lan/", from: "192.168.1.2")
        #expect(Self.conclusion(silent, on: .unreachable).hasPrefix("undecided"))
    }

    @Test func `Without a control, or with an old one, a failure is undecided, and the record is decided again`() {
        let refused = Self.failure(.connectionRefused)
        expect(Self.reports([refused], control: nil)[0].reason.code, "service-control-missing")
        let old = Self.reports([refused], control: Self.control(.online), at: 121)[0]
        #expect(old.state == .undecided && old.reason.code == "service-control-stale")
        expect(Self.reports([Self.verified(200)], control: nil, at: 900)[0].state, .working)
        for report in [old, Self.reports([refused], control: Self.control(.online))[0]] {
            expect(report.decidedAgain(), report)
        }
    }

    @Test func `The states of services follow each other on a separate track`() {
        let answers = [Self.verified(200), Self.failure(.connectionRefused), Self.verified(200)]
        let reports = answers.enumerated().map { place, answer in
            Self.reports([answer], control: Self.control(.online, at: place), at: place)[0]
        }
        expect(reports.map(\.state), [.working, .failing, .working])
        expect(Set(reports.map(\.observation.track)), ["service https://git.example/"])
        for report in reports { expect(report.observation.decoded(as: ServiceReport.self), report) }
    }

    @Test func `In a single assessment, a service without a control of its time is reported as undecided`() {
        var services = Services([Endpoint(Self.url)])
        services.controlAgeMax = .seconds(1)
        var context = Self.context
        context.isSingle = true
        func handle(_ input: CompanionInput, at seconds: Int) -> [String] {
            let moment = ConnectivityMachine.Moment(
                elapsed: .seconds(seconds),
                wall: Timestamp(sinceEpoch: .seconds(seconds))
            )
            return services.handle(input, at: moment).compactMap {
                if case .report(let observation) = $0 { observation.state } else { nil }
            }
        }
        _ = handle(.began(context), at: 0)
        _ = handle(.assessed(Self.control(.online), isChange: true), at: 0)
        expect(handle(.answered(1, [Self.failure(.connectionRefused)]), at: 5), ["undecided"])
    }

    @Test func `Services are asked after a round, again after each change, and then by their own schedule`() {
        var services = Services([Endpoint(Self.url)])
        (services.interval, services.requestsPerHour) = (.seconds(600), 3)
        var log: [String] = []
        func handle(_ input: CompanionInput, at seconds: Int) {
            let moment = ConnectivityMachine.Moment(
                elapsed: .seconds(seconds),
                wall: Timestamp(sinceEpoch: .seconds(seconds)),
                seed: 1
            )
            log += services.handle(input, at: moment).map { effect in
                switch effect {
                case .ask(_, let token): "\(seconds) ask \(token)"
                case .wait(let time, let token): "\(seconds) wait \(Int(time / .seconds(1))) \(token)"
                case .look: "\(seconds) look"
                case .perform, .signInBegan, .skip, .cancel: "something else"
                case .report(let observation):
                    "\(seconds) \(observation.state)\(observation.isChange ? "" : " again")"
                }
            }
        }
        handle(.began(Self.context), at: 0)
        func assess(_ access: InternetAccess, at seconds: Int, isChange: Bool = true) {
            handle(.assessed(Self.control(access, at: seconds), isChange: isChange), at: seconds)
        }
        assess(.online, at: 0)
        handle(.answered(1, [Self.verified(200)]), at: 1)
        assess(.online, at: 30, isChange: false)
        handle(.waited(2), at: 601)
        handle(.answered(3, [Self.failure(.connectionRefused)]), at: 602)
        // The network was last assessed long ago: it comes first.
        assess(.online, at: 603, isChange: false)
        handle(.answered(5, [Self.failure(.connectionRefused)]), at: 604)
        // The budget is spent.
        assess(.unreachable, at: 700)
        expect(
            log,
            [
                "0 ask 1", "1 working", "1 wait 600 2", "601 ask 3", "602 look", "602 wait 600 4", "603 ask 5",
                "604 failing", "604 wait 600 6", "700 wait 2900 8",
            ],
            "\(log)"
        )
    }
}

extension ProbeExchange {
    fileprivate static func answer(
        _ status: Int,
        _ body: String = "",
        headers: HeaderFields = [:],
        url: HTTPURL
    ) -> ProbeExchange {
        let response = ProbeResponse(status: status, headers: headers, body: Array(body.utf8))
        return ProbeExchange(request: ProbeRequest(url), outcome: .success(response))
    }
}
