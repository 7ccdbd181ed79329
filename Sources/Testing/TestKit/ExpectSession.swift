import ConnectivityCore
public import ConnectivityPipeline
package import ConnectivityRecords

/// Checks that a pipeline reaches the assessments of a recorded session; works in Swift Testing and XCTest.
///
/// ```swift
/// try await expect("Fixtures/sessions/hotel.session.json", with: Pipeline.standard())
/// ```
///
/// The state machine of the pipeline receives the recorded inputs at the recorded times. The pipeline's source, prober, clock
/// and notifiers are not used, and no time passes. The pipeline must ask the same questions as the session.
///
/// - Parameters:
///   - path: The path of the file: absolute, or relative to the folder of the test or to any folder above it.
///   - pipeline: The pipeline whose state machine decides.
///   - test: The source file of the test; the search for a relative path begins in its folder.
/// - Throws: An ``ExpectationFailure``, which prints on one line, or a `SessionRecordingError`, which names the invalid line.
public func expect(
    _ path: String,
    with pipeline: Pipeline,
    from test: String = #filePath
) async throws {
    try expectSession(path, from: test) { _ in pipeline.machine }
}

/// Checks that a state machine, which has processed nothing, reaches the assessments of a recorded session.
package func expectSession(
    _ path: String,
    from test: String,
    by machine: (SessionRecording) throws -> ConnectivityMachine
) throws {
    guard let bytes = contents(of: path, from: test) else { throw ExpectationFailure(path, .missing) }
    let session = try SessionRecording(parsing: bytes)
    guard !session.expectations.isEmpty else { throw ExpectationFailure(path, .nothingExpected) }
    let differences = session.differences(from: SessionReplay(session, by: try machine(session)))
    // A deviation in the questions is the cause of different assessments, so it is reported first.
    let first = differences.first { if case .deviation = $0 { true } else { false } } ?? differences.first
    if let first { throw ExpectationFailure(path, .session(first)) }
}
