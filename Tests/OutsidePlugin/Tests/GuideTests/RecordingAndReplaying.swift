import ConnectivityKit
import ConnectivityRecords

// Code of the guide "Recording and replaying", which the tests of the guides compare with this file.

private func recorded(_ updates: AssessmentUpdates) throws -> SessionRecorder {
    let recorder = SessionRecorder()
    let pipeline = try Pipeline.standard { updates }.observing(recorder.observe)
    withExtendedLifetime(pipeline) {}
    return recorder
}
