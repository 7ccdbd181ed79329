import ConnectivityCore
import ConnectivityEmulation
import ConnectivityRecords
import ConnectivityRegistry
import TestSupport
import Testing

/// Properties that hold for every detector.
@Suite struct `Every detector` {
    @Test func `Every detector has a unique name and states its questions, expectation and source`() {
        expect(Set(Detector.all.map(\.name)).count, Detector.all.count)
        for detector in Detector.all {
            #expect(!detector.questions.isEmpty)
            #expect(detector.questions.allSatisfy { $0.genuine != nil })
            for text in [detector.name, detector.system, detector.expects, detector.source] { #expect(!text.isEmpty) }
        }
    }

    @Test func `The registry has every detector once, together with those of other packages`() throws {
        var registry = PluginRegistry()
        try registry.add(EmulationPlugin.self)
        let question = Detector.Question("http://status.example/", genuine: ProbeResponse(status: 204))
        let kiosk = Detector(
            name: "com.example.kiosk",
            system: "a kiosk",
            questions: [question],
            expects: "204",
            source: "its manual"
        ) { answers throws(Detector.Unanswered) in
            let status = try answers.following([question])[0].exchange.response?.status
            return DetectorConclusion(status == 204 ? .online : .offline, "\(status == 204)", because: "the status")
        }
        try registry.register(detector: kiosk)
        expect(registry.detectors.map(\.name), Detector.all.map(\.name) + ["com.example.kiosk"])
        #expect(throws: PluginError.alreadyRegistered("com.example.kiosk")) { try registry.register(detector: kiosk) }
        try expect(Network().conclusion(of: kiosk).access, .online)
        let redirected = Network(http: .redirect(to: "http://login.example/"))
        try expect(redirected.conclusion(of: kiosk).access, .offline)
    }

    @Test(arguments: Detector.all.indices)
    func `No detector concludes online or captive if nothing answers`(index: Int) throws {
        let conclusion = try Network.silent.conclusion(of: Detector.all[index])
        #expect([.offline, .inconclusive].contains(conclusion.access), "\(Detector.all[index].name): \(conclusion)")
    }

    @Test(arguments: Detector.all.indices)
    func `Every detector concludes with a printable reason on every recorded response`(index: Int) throws {
        #expect(recordings.count >= 100)
        for recording in recordings {
            for https in [Network.Outcome.tls, nil] {
                let network = Network(http: .success(recording.response), https: https)
                let conclusion = try network.conclusion(of: Detector.all[index])
                #expect(!conclusion.term.isEmpty)
                expect(conclusion.reason.printable(limit: 100), conclusion.reason)
            }
        }
    }

    @Test(arguments: Detector.all.indices)
    func `No detector concludes online after endless redirects`(index: Int) throws {
        var pages: [HTTPURL: Network.Outcome] = [:]
        for number in 0..<100 {
            pages[try HTTPURL("http://portal.example/\(number)")] = .redirect(to: "http://portal.example/\(number + 1)")
        }
        let first = Network.Outcome.redirect(to: "http://portal.example/0")
        var network = Network.silent
        (network.http, network.https, network.pages) = (first, first, pages)
        let conclusion = try network.conclusion(of: Detector.all[index])
        #expect(conclusion.access != .online)
    }

    /// The clients that take any page of a gateway for the Internet.
    private static let credulous: Set = ["travelmate", "blackbox-exporter"]

    @Test func `Only clients that are known for it take a portal's page for the Internet`() throws {
        let page = Network.Outcome.answer(200, [:], "<form><input type=password></form>")
        let network = Network(http: page, https: .tls)
        let deceived = try Detector.all.filter { try network.conclusion(of: $0).access == .online }
        expect(Set(deceived.map(\.name)), Self.credulous)
    }

    @Test(arguments: Detector.all.indices)
    func `No detector names a sign-in URL that cannot be opened`(index: Int) throws {
        for location in ["javascript:alert(1)", "http://user:word@portal.example/", "file:///etc/passwd", "", "\u{1}"] {
            for status in [200, 302, 511] {
                let answer = Network.Outcome.answer(status, ["Location": location], "<p>Welcome")
                let network = Network(
                    http: answer,
                    https: .tls,
                    names: Network.silent.names
                )
                let conclusion = try network.conclusion(of: Detector.all[index])
                #expect(conclusion.access != .online || Self.credulous.contains(Detector.all[index].name))
                let questions = Detector.all[index].questions.map(\.url?.host)
                if let url = conclusion.signInURL { #expect(questions.contains(url.host)) }
            }
        }
    }

    @Test func `An emulation asks each request once for all detectors`() {
        var emulation = Emulation(Detector.all)
        var asked: [ProbeRequest] = []
        while !emulation.questions.isEmpty {
            asked += emulation.questions.map(\.request)
            emulation.add(emulation.questions.map(Network(http: .answer(500), https: .tls).answer))
        }
        expect(Set(asked).count, asked.count)
        #expect(asked.count < Detector.all.flatMap(\.questions).count)
        #expect(emulation.conclusions.allSatisfy { $0 != nil })
    }

    @Test func `A detector accepts answers over any interface and ignores answers to other questions`() {
        var network = ProbeRequest("http://other.example/")
        network.path.interface = "eth0"
        let other = ProbeExchange(request: network, outcome: Network.Outcome.answer(204))
        for detector in Detector.all {
            var exchanges = [other]
            var asked: Set<ProbeRequest> = []
            while case .ask(let questions) = detector.step(after: exchanges) {
                guard questions.allSatisfy({ asked.insert($0.request).inserted }) else {
                    Issue.record("\(detector.name) asks again")
                    break
                }
                exchanges += questions.map { question in
                    var exchange = Network().answer(question)
                    exchange.request.path.interface = "eth0"
                    exchange.request.limits.total = .seconds(1)
                    return exchange
                }
            }
            guard case .conclude(let conclusion) = detector.step(after: exchanges) else { continue }
            expect(conclusion.access, .online)
        }
    }
}
