#if os(Linux)
import ConnectivityCore
import ConnectivityTestKit
import TestSupport
import Testing

@testable import ConnectivityPluginHost

/// The laws that `plugin check` checks, each with a plugin that breaks it.
@Suite(.needs(.python)) struct `The check of a plugin` {
    private static let fine = #"say(id=id, finding="inconclusive")"#

    private func violations(
        _ code: String,
        laws: [PluginCheck.Law] = PluginCheck.Law.allCases
    ) async throws -> [PluginCheck.Law: String] {
        let test = try TestPlugin(code)
        let exchanges = Array(HostileExchanges.small(seed: 2, count: 30)) + HostileExchanges.large.prefix(2)
        let check = PluginCheck(test.program, exchanges: exchanges, callCount: 500) { _ in }
        var violations: [PluginCheck.Law: String] = [:]
        try await check.run(laws) { violations[$0.law] = $0.violation }
        return violations
    }

    @Test func `A plugin that keeps the contract keeps all laws`() async throws {
        let violations = try await violations("def plugin(id, exchange, request): \(Self.fine)")
        #expect(violations.isEmpty, "\(violations)")
    }

    private static let faults: [(PluginCheck.Law, String)] = [
        (.introduces, "introduction.update(protocol=7)\ndef plugin(id, exchange, request): pass"),
        (
            .answers,
            """
            def plugin(id, exchange, request):
                if len((exchange["response"] or {}).get("body") or "") > 200000: return
                \(fine)
            """
        ),
        (.genuineNeedsAnswer, #"def plugin(id, exchange, request): say(id=id, finding="genuine")"#),
        (
            .content,
            """
            introduction["registers"][0].update(expectation=True, content=True)
            def plugin(id, exchange, request):
                say(id=id, finding="genuine" if exchange["response"] else "inconclusive")
            """
        ),
        (
            .pure,
            """
            count = 0
            def plugin(id, exchange, request):
                global count
                count += 1
                say(id=id, finding="inconclusive", reason="call number %d" % count)
            """
        ),
        (
            .pure,
            """
            def plugin(id, exchange, request): say(id=id, finding="inconclusive", reason="process %d" % os.getpid())
            """
        ),
        (
            .overlaps,
            """
            import select
            def plugin(id, exchange, request):
                if sum(1 for _ in iter(lambda: select.select([0], [], [], 0.05)[0] and os.read(0, 1000000), [])) > 0: os._exit(1)
                \(fine)
            """
        ),
        (
            .cancels,
            """
            loads = json.loads
            def received(line):
                request = loads(line)
                if request["type"] == "cancel": os._exit(1)
                return request
            json.loads = received
            def plugin(id, exchange, request):
                time.sleep(0.05)
                \(fine)
            """
        ),
        (
            .options,
            """
            def plugin(id, exchange, request):
                if request["options"]: raise ValueError("no such option")
                \(fine)
            """
        ),
        (
            .endures,
            """
            kept = []
            def plugin(id, exchange, request):
                kept.append(os.urandom(100000))
                \(fine)
            """
        ),
        (
            .ends,
            """
            import atexit
            atexit.register(lambda: time.sleep(1000))
            def plugin(id, exchange, request): \(fine)
            """
        ),
    ]

    @Test func `A plugin that needs a while to end by itself keeps the laws, also on a busy device`() async throws {
        let code = """
            import atexit
            atexit.register(lambda: time.sleep(1))
            def plugin(id, exchange, request): \(Self.fine)
            """
        let violations = try await violations(code, laws: [.ends])
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test func `Every plugin law is broken by a faulty plugin`() {
        expect(Set(Self.faults.map(\.0)), Set(PluginCheck.Law.allCases))
    }

    @Test(arguments: faults)
    func `The check of a plugin names the law that it breaks`(law: PluginCheck.Law, code: String) async throws {
        let violations = try await violations(code, laws: [law])
        #expect(violations[law] != nil, "\(violations)")
    }
}
#endif
