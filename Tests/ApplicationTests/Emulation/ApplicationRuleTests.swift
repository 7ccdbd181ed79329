import ConnectivityCore
import ConnectivityEmulation
import ConnectivityNames
import TestSupport
import Testing

// The conclusions of applications and of configurations of distributions, by their published source.
extension `The rules of detectors` {
    private static func names(
        _ code: DNSResponseCode,
        _ type: DNSRecordType = .a,
        _ data: String? = nil
    ) -> Network {
        let records = data.map { [DNSAnswer.Record("a.example", type, ttl: 60, data: $0)] } ?? []
        return Network(names: .success(Answer(DNSAnswer("a.example", code, records: records))))
    }

    private static let noNames = Network(names: .failure(ProbeFailure(.timedOut(.response))))

    private static func without(_ network: Network, http: Network.Outcome) -> Network {
        var network = network
        network.http = http
        return network
    }

    @Test(arguments: [
        Case(names(.noError, .a, "131.107.255.255"), "Internet"),
        Case(names(.noError, .aaaa, "FD3E:4F5A:5B81::1"), "Internet"),
        Case(names(.noError, .a, "192.168.1.1"), "Limited"),
        Case(names(.noSuchName), "Limited"),
        Case(noNames, "Limited"),
        Case(leading, "Hotspot", opens: hotspot),
        Case(without(noNames, http: page), "Hotspot", opens: hotspot),
        Case(.silence, "Local"),
    ])
    func `Windows 10 concludes by its web probe and its name lookup`(scene: Case) throws { try scene.check(.windows10) }

    @Test func `Windows 10 states whether the name was found if its web probe failed`() throws {
        let found = try Network(http: .silence).conclusion(of: .windows10)
        #expect(found.reason.hasPrefix("ActiveHttpProbeFailedButDnsSucceeded: "))
        let nothing = try Self.without(Self.noNames, http: .silence).conclusion(of: .windows10)
        #expect(nothing.reason.hasPrefix("ActiveHttpProbeFailed: "))
    }

    @Test(arguments: [
        Case(.answer(204), "captive portal detected"),
        Case(.answer(204, ["X-Tailscale-Response": "response ts_other"]), "captive portal detected"),
        Case(leading, "captive portal detected"),
        Case(.answer(500), "captive portal detected"),
        Case(.silence, "no captive portal"),
    ])
    func `Tailscale concludes by its source`(scene: Case) throws { try scene.check(.tailscale) }

    @Test func `Tailscale needs one relay to find a portal`() throws {
        let exchanges = Detector.tailscale.questions.enumerated().map { index, question in
            index == 3
                ? ProbeExchange(request: question.request, outcome: Network.Outcome.answer(204))
                : Network().answer(question)
        }
        guard case .conclude(let conclusion) = Detector.tailscale.step(after: exchanges) else {
            Issue.record("it asks on")
            return
        }
        expect(conclusion.access, .captive)
    }

    private static let testNet: HTTPURL = "http://192.0.2.1/"

    @Test(arguments: [
        Case(leading, "Portal", opens: portal),
        Case(.redirect(to: "/login"), "Portal", opens: "http://192.0.2.1/login"),
        Case(page, "Portal", opens: testNet),
        Case(.answer(404), "Online"),
        Case(.answer(302), "Online"),
        Case(.silence, "Online"),
        Case(without(noNames, http: .silence), "Offline"),
        Case(names(.noSuchName), "Online"),
        Case(names(.refused), "Online"),
        Case(names(.serverFailure), "Offline"),
        Case(names(.noError, .a, "192.168.1.1"), "Online"),
        Case(Network(http: leading, link: Detector.Link(addresses: ["203.0.112.9"])), "Online"),
        Case(Network(http: leading, link: Detector.Link(addresses: ["100.64.0.9"])), "Portal", opens: portal),
        Case(Network(http: leading, link: Detector.Link(addresses: ["2001:db8::9"])), "Portal", opens: portal),
        Case(Network(link: Detector.Link(addresses: ["169.254.0.9", "fe80::9", "127.0.0.1"])), "Offline"),
        Case(Network(link: Detector.Link(addresses: [])), "Offline"),
    ])
    func `Portmaster concludes by its source`(scene: Case) throws { try scene.check(.portmaster) }

    @Test(arguments: [
        Case(.answer(200, [:], " success\n"), "NoPortal"),
        Case(.answer(200, [:], "success!"), "PortalDetected"),
        Case(leading, "PortalDetected"),
        Case(.answer(404), "PortalDetected"),
        Case(.silence, "Failure, after 30 s NoPortal"),
    ])
    func `Mozilla VPN concludes by its source`(scene: Case) throws { try scene.check(.mozillaVPN) }

    @Test(arguments: [
        Case(.answer(200, [:], "success"), "net ok"),
        Case(.answer(204), "net ok"),
        Case(page, "net ok"),
        Case(.answer(201), "net nok"),
        Case(.answer(404), "net nok"),
        Case(.silence, "net nok"),
        Case(leading, "unknown"),
        Case(landing(page), "net ok"),
        Case(landing(.failure(ProbeFailure(.nameLookup))), "net cp"),
        Case(.failure(ProbeFailure(.nameLookup)), "net nok"),
        Case(.redirect(to: "javascript:x"), "net nok"),
        Case(.answer(200, [:], #"<META HTTP-EQUIV="Refresh" content="0; URL=http://portal.example/">"#), "net cp"),
        Case(.answer(200, [:], #"<meta http-equiv=refresh content="0;url=/login">"#), "net ok"),
        Case(.answer(200, [:], "<p>\n<script>window.location.href='https://portal.example/'</script>"), "net cp"),
        Case(.answer(200, [:], "<script>location.href = 'https://portal.example/'</script>"), "net ok"),
        Case(.answer(200, [:], "<style>p{}</style><script>location.href='http://portal.example/'</script>"), "net nok"),
    ])
    func `travelmate concludes by its source`(scene: Case) throws { try scene.check(.travelmate) }

    @Test(arguments: [
        Case(page, "probe_success 1"),
        Case(.answer(299), "probe_success 1"),
        Case(.answer(304), "probe_success 0"),
        Case(landing(page), "probe_success 1"),
        Case(.silence, "probe_success 0"),
        Case(leading, "unknown"),
    ])
    func `blackbox_exporter concludes by its source`(scene: Case) throws { try scene.check(.blackboxExporter) }

    @Test func `Each distribution's NetworkManager expects its own text or header field`() throws {
        let answers: [(String, Network.Outcome)] = [
            ("networkmanager-fedora", .answer(200, [:], "OK\n")), ("networkmanager-rhel", .answer(200, [:], "OK")),
            ("networkmanager-debian", .answer(200, [:], "NetworkManager is online\n")),
            ("networkmanager-ubuntu", .answer(204, ["X-NetworkManager-Status": "online"])),
            ("networkmanager-arch", .answer(200, [:], "NetworkManager is online\n")),
            ("networkmanager-opensuse", .answer(200, [:], "NetworkManager is online")),
        ]
        expect(Detector.networkManagers.map(\.name), answers.map(\.0))
        for (detector, (_, answer)) in zip(Detector.networkManagers, answers) {
            try expect(Network(http: answer).conclusion(of: detector).term, "FULL")
            try expect(Network(http: .answer(204)).conclusion(of: detector).term, "PORTAL")
            try expect(Network(http: .silence).conclusion(of: detector).term, "LIMITED")
        }
        let fedora = try #require(Detector.networkManagers.first)
        try expect(
            Network(http: .answer(200, [:], "NetworkManager is online")).conclusion(of: fedora).term,
            "PORTAL"
        )
    }
}
