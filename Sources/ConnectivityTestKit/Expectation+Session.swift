import ConnectivityCore
public import ConnectivityPipeline
import ConnectivityRecords

/// Expects that a recorded session leads a pipeline to the assessments that it states; works in Swift Testing and in XCTest.
///
/// ```swift
/// try await expect("Fixtures/sessions/hotel.session.json", with: Pipeline.standard())
/// ```
///
/// What the pipeline decides by is given what was recorded, at the recorded times; its source, prober, clock and notifiers are
/// not used, and no time passes. It has to ask what was asked in the session.
///
/// - Parameters:
///   - path: The file, from the folder of the test or any folder above it, or absolute.
///   - pipeline: What decides.
///   - test: The file of the test.
/// - Throws: ``ExpectationFailure``, which reads as one line, and a `SessionRecordingError` with the line that is wrong.
public func expect<C: Clock>(
    _ path: String,
    with pipeline: Pipeline<C>,
    from test: String = #filePath
) async throws where C.Duration == Duration {
    guard let bytes = contents(of: path, from: test) else { throw ExpectationFailure(path, .missing) }
    let session = try SessionRecording(parsing: bytes)
    guard !session.expectations.isEmpty else { throw ExpectationFailure(path, .nothingExpected) }
    let differences = session.differences(from: SessionReplay(session, by: pipeline.machine))
    // That the pipeline asks something else is why its assessments are other ones.
    let first = differences.first { if case .deviation = $0 { true } else { false } } ?? differences.first
    if let first { throw ExpectationFailure(path, .session(first)) }
}
