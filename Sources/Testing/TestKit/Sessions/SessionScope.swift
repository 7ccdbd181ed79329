import ConnectivityCore
import ConnectivityPipeline
package import ConnectivityRecords
import ConnectivityToolkit

/// One recorded session for the pipelines that a test creates: it replays the file, or records it anew.
package final class SessionScope: Sendable {
    private struct State {
        var runs: [ReplayedRun] = []
        /// The state machines of recorded runs.
        var machines: [ConnectivityMachine] = []
        var missed: [SessionFailure] = []
        var recorder: SessionRecorder?
    }

    /// The name of the file in messages.
    let name: String
    package let journal = RequestJournal()
    private let content: Content
    private let isCompared: Bool
    private let state = Lock(State())

    private enum Content {
        case replayed(SessionRecording, RequestMatching)
        case recorded(path: String, since: Timestamp)
    }

    /// Opens the file of a session by its name, with or without `.session.json`.
    ///
    /// The search begins in the folder of the source file of the test. If `isCompared`, pipelines must reach the
    /// assessments of the session. The environment has the variables `CI` and ``RecordingMode/variable``.
    package init(
        _ name: String,
        recording: RecordingMode,
        isCompared: Bool,
        matching: RequestMatching,
        from test: String,
        environment: (String) -> String?
    ) throws(SessionFailure) {
        self.name = name.hasSuffix(SessionScope.suffix) ? name : name + SessionScope.suffix
        self.isCompared = isCompared
        let mode: RecordingMode
        do throws(RecordingMode.Unknown) {
            mode = try recording.overridden(by: environment)
        } catch {
            throw SessionFailure(name, .mode(error.text))
        }
        let bytes = contents(of: self.name, from: test)
        if mode == .all || mode == .missing && bytes == nil {
            content = .recorded(path: Self.path(of: self.name, from: test), since: .now)
            return
        }
        guard let bytes else { throw SessionFailure(self.name, .missing(isCI: RecordingMode.isCI(environment))) }
        let session: SessionRecording
        do throws(SessionRecordingError) {
            session = try SessionRecording(parsing: bytes)
        } catch {
            throw SessionFailure(self.name, .damaged(error))
        }
        guard !isCompared || !session.expectations.isEmpty else {
            throw SessionFailure(self.name, .nothingExpected(hasConfiguration: session.configuration != nil))
        }
        let hasInterfaces = session.events.contains { if case .interfaces = $0.content { true } else { false } }
        guard hasInterfaces else { throw SessionFailure(self.name, .noInterfaces) }
        content = .replayed(session, matching)
    }

    package static let suffix = ".session.json"

    /// Returns the names of the sessions in a folder, in order, for the initializer; empty if the folder does not exist.
    package static func names(in folder: String, from test: String) -> [String] {
        let names = ConnectivityTestKit.names(in: folder, from: test) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
    }

    package var isRecording: Bool { if case .recorded = content { true } else { false } }

    /// Calls a body whose pipelines replay the session, on a clock that replaces theirs if there is one, or are recorded.
    package func callAsFunction<Value>(
        on clock: VirtualClock? = nil,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await RequestJournal.$task.withValue(journal) {
            try await PipelineReplacements.$make.withValue({ [self] in replacement(on: clock) }, operation: body)
        }
    }

    private func replacement(on clock: VirtualClock?) -> PipelineReplacement {
        guard case .replayed(let session, let matching) = content else { return recorded }
        let clock = clock.map { AnyClock($0) }
        let pipeline = ReplayedPipeline(session: session, matching: matching, clock: clock, scope: self)
        return { pipeline.parts(for: $0, isOnce: $1) }
    }

    /// Returns the parts of a pipeline that is recorded: its own, and a recorder that observes it.
    private func recorded(_ parts: RunParts, isOnce: Bool) -> RunParts {
        guard let recorder = begin(parts.machine) else { return parts }
        var parts = parts
        let observer = parts.observer
        parts.observer = { step in
            recorder.observe(step)
            observer?(step)
        }
        parts.asked = journal.recording(on: parts.clock)
        return parts
    }

    func began(_ run: ReplayedRun) { state.withLock { $0.runs.append(run) } }

    func missed(_ request: ProbeRequest, _ failure: ProbeFailure) {
        let detail = failure.kind == .notRecorded ? failure.detail : "no answer is recorded for \(request.line)"
        state.withLock { state in
            let failure = SessionFailure(name, .notRecorded(detail))
            if !state.missed.contains(failure) { state.missed.append(failure) }
        }
    }

    /// Returns the recorder of a run; `nil` if another run is already recorded.
    func begin(_ machine: ConnectivityMachine) -> SessionRecorder? {
        state.withLock { state in
            state.machines.append(machine)
            guard state.recorder == nil else { return nil }
            state.recorder = SessionRecorder()
            return state.recorder
        }
    }

    /// Returns the failures when the body has ended, the cause first.
    package func failures() -> [SessionFailure] {
        let state = state.withLock { $0 }
        guard !state.machines.isEmpty || !state.runs.isEmpty else { return [SessionFailure(name, .noPipeline)] }
        var failures = state.missed
        if journal.droppedCount > 0 { failures.append(SessionFailure(name, .journalFull(journal.droppedCount))) }
        switch content {
        case .recorded where state.machines.count > 1: failures.append(SessionFailure(name, .manyRuns))
        case .recorded: break
        case .replayed where isCompared:
            // Runs of equal pipelines differ in the same way.
            var seen: Set<SessionReplay.Difference> = []
            for run in state.runs {
                guard let first = run.differences().first, seen.insert(first).inserted else { continue }
                let early = run.endedBefore(first).map { SessionFailure.Reason.endedEarly(after: $0, first, run.scope) }
                failures.append(SessionFailure(name, early ?? .differs(first, run.scope)))
            }
        case .replayed: break
        }
        return failures
    }

    /// Writes the recording, without secrets and with the resulting assessments; returns a line for people, `nil` if
    /// nothing was recorded.
    package func finish() throws(SessionFailure) -> String? {
        guard case .recorded(let path, let start) = content else { return nil }
        let state = state.withLock { $0 }
        guard let recorder = state.recorder, let machine = state.machines.first else { return nil }
        recorder.stop()
        let provenance = SessionRecording.Provenance(
            source: "recorded by a test",
            recordedAt: start,
            tool: "ConnectivityTestKit"
        )
        var session = Redaction.standard.redacted(recorder.recording(provenance, configuration: nil))
        let replay = SessionReplay(session, by: machine)
        let (live, now) = (
            Self.words(recorder.assessments.map(\.assessment)), Self.words(replay.assessments.map(\.assessment))
        )
        if live != now || !replay.deviations.isEmpty {
            session.provenance.notes.append("result of the live run: \(live); result of this file: \(now)")
        }
        session.expect(replay)
        do throws(WholeFile.Fault) {
            try WrittenFile(path).write(session.encoded())
        } catch {
            throw SessionFailure(name, .notWritten("\(error)"))
        }
        let notes = session.provenance.notes.map { "; \($0)" }.joined()
        return "recorded \(path.printable(limit: 300)): \(now)\(notes); read it before you commit it"
    }

    /// The results, except the one before the first round, which depends on the grouping of interface changes.
    private static func words(_ assessments: [Assessment]) -> String {
        assessments.filter { $0.access != .determining }.map { "\($0.access.name) \($0.reason.code)" }
            .joined(separator: ", ")
    }

    private static func path(of name: String, from test: String) -> String {
        name.hasPrefix("/") ? name : test.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
    }
}
