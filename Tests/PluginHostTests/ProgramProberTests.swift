#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityPluginHost

@Suite struct `The prober of checks` {
    private func request(_ command: String..., within limit: Duration = .seconds(20)) throws -> ProbeRequest {
        var request = ProbeRequest(Question(try #require(ProgramQuestion(command: command))))
        request.limits.total = limit
        return request
    }

    /// A check in the shell, which the question names as a separate program.
    private func probe(_ script: String, within limit: Duration = .seconds(20)) async throws -> ProbeExchange {
        await ProgramProber().probe(try request("/bin/sh", "-c", script, within: limit))
    }

    @Test func `A check gives its state, its text and its measurements`() async throws {
        let script = """
            echo "PING OK - loss 0%, 1.5 ms |rta=1.500000ms;3000;5000;0; 'packet loss'=0%;80;100;0;100"
            echo "more text"
            echo "and more | size=12KB broken 'x'=y n=1e400"
            exit 1
            """
        let answer = try #require(try await probe(script).answer(as: ProgramAnswer.self))
        #expect(answer.state == .warning && answer.text == "PING OK - loss 0%, 1.5 ms")
        expect(
            answer.measurements,
            [
                .init(label: "rta", value: 1.5, unit: "ms"), .init(label: "packet loss", value: 0, unit: "%"),
                .init(label: "size", value: 12, unit: "KB"),
            ]
        )
        expect(ProgramAnswer(facts: answer.facts), answer)
        let windows = try #require(
            try await probe(#"printf 'all well |\314\201a=1\r\nmore | b=2\r\n'"#).answer(as: ProgramAnswer.self)
        )
        #expect(windows.text == "all well" && windows.measurements.map(\.value) == [1, 2])
    }

    @Test(arguments: [(0, "genuine"), (1, "failed"), (2, "failed"), (3, "inconclusive")])
    func `The exit status decides`(status: Int, finding: String) async throws {
        let exchange = try await probe("echo said; exit \(status)")
        expect(ProgramState(.ok).validate(exchange).finding.rawValue, finding)
        expect(
            ProgramState(.ok, .warning, .critical).validate(exchange).finding,
            (status < 3 ? .genuine : .inconclusive)
        )
        expect(ProgramState(.ok).validate(exchange).reason.facts["text"], "said")
    }

    @Test func `A check that breaks the rules is a failure, never an answer`() async throws {
        func kind(_ exchange: ProbeExchange) -> String {
            if case .failure(let failure) = exchange.outcome { failure.kind.name } else { "answer" }
        }
        expect(kind(try await probe("exit 42")), "other.program.42")
        expect(kind(try await probe("kill -SEGV $$")), "other.program.139")
        expect(kind(await ProgramProber().probe(try request("/no/such"))), "unsupported")
        let open = try TestPlugin("#!/bin/sh\n", whole: true)
        expect(kind(await ProgramProber().probe(try request(open.path))), "answer")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open.path)
        expect(kind(await ProgramProber().probe(try request(open.path))), "unsupported")
        let start = ContinuousClock.now
        expect(kind(try await probe("sleep 1000", within: .milliseconds(300))), "timed-out.response")
        expect(kind(try await probe("sleep 1000 & sleep 1000", within: .milliseconds(300))), "timed-out.response")
        #expect(ContinuousClock.now - start < .seconds(10))
        var bound = try request("/bin/true")
        bound.path.interface = "lo"
        expect(kind(await ProgramProber().probe(bound)), "unsupported")
    }

    @Test func `A check ends although it writes without end, or leaves a process with its output`() async throws {
        let flood = try await probe("yes xxxxxxxxxxxxxxxxxxx | head -c 200000000; exit 0")
        expect(flood.answer(as: ProgramAnswer.self)?.text, "xxxxxxxxxxxxxxxxxxx")
        let start = ContinuousClock.now
        let left = try await probe("sleep 1000 & echo done; exit 2")
        expect(left.answer(as: ProgramAnswer.self)?.text, "done")
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func `Checks run at once, and a cancelled one ends at once`() async throws {
        let start = ContinuousClock.now
        let prober = ProgramProber()
        let slow = try request("/bin/sleep", "1000")
        let fast = try request("/bin/sh", "-c", "sleep 0.3; exit 0")
        await withTaskGroup(of: ProbeExchange.self) { group in
            group.addTask { await prober.probe(slow) }
            for _ in 0..<10 { group.addTask { await prober.probe(fast) } }
            for _ in 0..<10 { await expect(group.next()?.answer(as: ProgramAnswer.self)?.state, .ok) }
            group.cancelAll()
            await expect(group.next()?.outcome, .failure(ProbeFailure(.cancelled)))
        }
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func `Configuration names a check, and refuses anything else`() throws {
        var registry = PluginRegistry()
        try registry.add(ProgramsPlugin.self)
        func configuration(_ program: String) throws(PluginError) -> PipelineConfiguration {
            let text = """
                { "prober": [{ "use": "prober.program", "limits": { "memory": 268435456 } }],
                  "endpoints": [
                    { "question": { "kind": "program", "facts": { "program": \(program) } }, "owner": "x",
                      "expect": "validator.program" }
                  ] }
                """
            return try PipelineConfiguration(json: text.utf8, registry: registry)
        }
        try expect(configuration(#"["/bin/true"]"#).endpoints[0].expectation?.role, .expectation)
        for wrong in [#"["true"]"#, "[]", #""/bin/true""#, "[1]", #"["/bin/\u0000"]"#] {
            #expect(throws: PluginError.self) { try configuration(wrong) }
        }
    }

    private static let folder = "/usr/lib/nagios/plugins/"

    @Test(.needs(.file(folder + "check_dummy", from: "monitoring-plugins-basic")))
    func `Checks of Debian's package are read with their states, texts and measurements`() async throws {
        func answer(_ name: String, _ arguments: String...) async throws -> ProgramAnswer {
            let question = try #require(ProgramQuestion(command: [Self.folder + name] + arguments))
            return try #require(await ProgramProber().probe(ProbeRequest(Question(question))).answer())
        }
        for (number, state) in ProgramAnswer.State.allCases.enumerated() {
            let dummy = try await answer("check_dummy", "\(number)", "said")
            #expect(dummy.state == state && dummy.text.hasSuffix(": said"), "\(dummy)")
        }
        let load = try await answer("check_load", "-w", "999,999,999", "-c", "999,999,999")
        #expect(load.state == .ok && load.measurements.map(\.label) == ["load1", "load5", "load15"], "\(load)")
        let disk = try await answer("check_disk", "-w", "0%", "-c", "0%", "-p", "/")
        #expect(disk.measurements.first?.label == "/" && disk.measurements.first?.value ?? 0 > 0, "\(disk)")
        let closed = try await answer("check_tcp", "-H", "127.0.0.1", "-p", "1")
        #expect(closed.state == .critical && closed.text.contains("refused"), "\(closed)")
    }

    @Test func `The expectation of a state keeps the laws of validators`() throws {
        try ValidatorLaws.check(ProgramState(.ok))
    }
}
#endif
