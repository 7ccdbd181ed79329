public import ConnectivityCore
import ConnectivityTestKit
import ConnectivityTestServer
import ConnectivityToolkit

/// A prober that probes the network of a scenario, without sockets and on any clock.
///
/// ```swift
/// try simulate { clock in
///     let hotel = try ScenarioProber("Fixtures/scenarios/hotel.json", clock: clock)
///     let source = ScriptedInterfaceSource([(.zero, InterfaceSnapshot([.wifi])), (.seconds(3600), nil)], clock: clock)
///     async let run: Void = Pipeline(source: source, prober: hotel, clock: clock) { Endpoint.apple }.run()
///     try await clock.sleep(for: .seconds(60))
///     _ = await hotel.submit(["room": "12", "name": "Ann"], to: "http://portal.example/sign-in")
///     #expect(hotel.state == "signed-in")
///     try await run
/// }
/// ```
///
/// Names, certificates, states, faults and times are those that `connectivityctl fixture serve` serves. Each request
/// has a separate connection. The authority of the scenario is trusted, and tokens are the same in each run. The state
/// of the network's client begins with the prober; copies of a pipeline share it.
public final class ScenarioProber<C: Clock>: Prober where C.Duration == Duration {
    /// HTTP.
    public let kinds: Set<Question.Kind> = [.http]

    private let scenario: Scenario
    private let clock: C
    private let start: C.Instant
    private let progress: Lock<Scenario.Progress>

    /// Reads a scenario, whose time begins now.
    /// - Parameters:
    ///   - path: The path of the file: absolute, or relative to the folder of the test or to any folder above it.
    ///   - clock: The clock on which the times of the scenario pass.
    ///   - test: The source file of the test; the search for a relative path begins in its folder.
    /// - Throws: A ``ScenarioFileError``, which prints on one line with the invalid line of the file.
    public init(_ path: String, clock: C, from test: String = #filePath) throws(ScenarioFileError) {
        guard let file = pathOfFile(path, from: test) else {
            throw ScenarioFileError(description: "\(path): no such file in the folders above the test")
        }
        do throws(ScenarioError) {
            scenario = try Scenario(file: file)
        } catch {
            throw ScenarioFileError(description: "\(path): \(error)")
        }
        self.clock = clock
        start = clock.now
        progress = Lock(Scenario.Progress(scenario))
    }

    /// The name of the state of the network's client.
    public var state: String {
        progress.withLock { progress in
            progress.elapse(to: elapsed)
            return progress.state.name
        }
    }

    /// Enters a state of the network's client, like an event outside of the scenario.
    ///
    /// Returns whether the scenario has a state with the name; otherwise nothing happens.
    @discardableResult
    public func enter(_ state: String) -> Bool { progress.withLock { $0.enter(state, at: elapsed) } }

    /// Sends a form to a URL, like a person who signs in, and returns the request with its outcome.
    public func submit(_ fields: [String: String], to url: HTTPURL) async -> ProbeExchange {
        let form = fields.sortedByKey.map { "\($0.key.formEncoded)=\($0.value.formEncoded)" }
        return await probe(
            ProbeRequest(
                url,
                method: .post,
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array(form.joined(separator: "&").utf8)
            )
        )
    }

    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard request.http != nil else { return .unsupported(request) }
        let before = clock.now
        do {
            try Task.checkCancellation()
            let connection = progress.withLock { scenario.connect(for: request, at: elapsed, &$0) }
            try await sleep(for: connection.time)
            if let result = connection.result { return exchange(request, result, since: before) }
            let answer = progress.withLock { progress in
                scenario.answer(
                    to: request,
                    after: before.duration(to: clock.now),
                    at: elapsed,
                    &progress,
                    tokens: Scenario.Tokens(seed: 0)
                )
            }
            try await sleep(for: answer.time)
            return exchange(request, answer.result ?? .failure(ProbeFailure(.emptyReply)), since: before)
        } catch {
            return exchange(request, .failure(ProbeFailure(.cancelled)), since: before)
        }
    }

    private var elapsed: Duration { start.duration(to: clock.now) }

    private func sleep(for time: Duration) async throws {
        if time > .zero { try await clock.sleep(until: clock.now.advanced(by: time), tolerance: nil) }
    }

    private func exchange(
        _ request: ProbeRequest,
        _ result: Result<ProbeResponse, ProbeFailure>,
        since start: C.Instant
    ) -> ProbeExchange {
        let timings = ProbeExchange.Timings(total: start.duration(to: clock.now))
        return ProbeExchange(request: request, outcome: result.map(Answer.http), timings: timings)
    }
}

/// The reason why a file cannot be used as a scenario.
public struct ScenarioFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, the position and the fault, on one line.
    public let description: String
}
