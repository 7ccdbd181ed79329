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
    let expected = session.expectations
    guard !expected.isEmpty else { throw ExpectationFailure(path, .nothingExpected) }
    let replay = SessionReplay(session, by: pipeline.machine)
    if let deviation = replay.deviations.first { throw ExpectationFailure(path, .otherQuestions(deviation)) }
    let told = replay.assessments.map { SessionRecording.Expectation($0.assessment) }
    let count = max(expected.count, told.count)
    func element(_ list: [SessionRecording.Expectation], _ index: Int) -> SessionRecording.Expectation? {
        index < list.count ? list[index] : nil
    }
    for index in 0..<count where element(expected, index) != element(told, index) {
        let difference = ExpectationFailure.Difference.assessment(
            number: index + 1,
            expected: element(expected, index),
            got: element(told, index)
        )
        throw ExpectationFailure(path, difference)
    }
}
