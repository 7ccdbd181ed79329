public import ConnectivityRecords

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Calls a body in which every new pipeline replays a recorded session; works in Swift Testing and XCTest.
///
/// ```swift
/// try await withSession("hotel") { journal in
///     try await Pipeline.standard { updates }.run()
///     #expect(journal.questions(to: "captive.apple.com").count == 2)
/// }
/// ```
///
/// A pipeline that is created in the body, or in a task that inherits its task-local values, receives the recorded interfaces and
/// answers, at the recorded intervals on the pipeline's own clock; its source and its prober are not used. A run ends after the
/// last recorded event; each further assessment of one pipeline receives the answers that follow. Several pipelines each replay
/// the whole session. A pipeline that was created before is not affected, and neither are tests that run at the same time.
///
/// When the body has ended, each pipeline that has run must also have reached the assessments of the file, at the recorded times,
/// and have sent the recorded requests.
///
/// - Parameters:
///   - name: The name of the file without `.session.json`, which may have folders before it: absolute, or relative to the folder
///     of the test or to any folder above it.
///   - recording: The condition for recording the session: with the pipeline's own source and prober, in the folder of the test,
///     with secrets replaced and with the resulting assessments.
///   - isCompared: Whether pipelines must reach the assessments of the session. Without it, a session may state none, and the
///     body must check the results.
///   - matching: The rule by which a request matches a recorded one.
///   - test: The source file of the test.
///   - body: Creates pipelines and runs them; it receives the journal of their requests.
/// - Returns: The result of the body.
/// - Throws: The error of the body, otherwise the first ``SessionFailure``. A recording is reported in the output and is not an
///   error.
public func withSession<Value>(
    _ name: String,
    recording: RecordingMode = .never,
    comparing isCompared: Bool = true,
    matching: RequestMatching = .standard,
    from test: String = #filePath,
    _ body: (RequestJournal) async throws -> Value
) async throws -> Value {
    let scope = try SessionScope(
        name,
        recording: recording,
        isCompared: isCompared,
        matching: matching,
        from: test,
        environment: { ProcessInfo.processInfo.environment[$0] }
    )
    let value = try await scope { try await body(scope.journal) }
    if let failure = scope.failures().first { throw failure }
    if let text = try scope.finish() { print(text) }
    return value
}
