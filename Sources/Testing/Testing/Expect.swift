public import ConnectivityKit
import ConnectivityRecords
import ConnectivityTestKit

/// Checks that a recording leads to its stated results; works in Swift Testing and XCTest.
///
/// ```swift
/// try await expect("Fixtures/portals/redirect-302-absolute.http")
/// try await expect("Fixtures/sessions/hotel.session.json")
/// ```
///
/// A session is decided by its configuration, at the recorded times. A response is judged as by
/// ``ConnectivityTestKit/expect(_:leadsTo:signIn:endpoint:validators:from:)``.
///
/// - Parameters:
///   - path: The path of the file: absolute, or relative to the folder of the test or to any folder above it.
///   - registry: Makes the parts that the configuration of a session names; `nil` is the standard one.
///   - test: The source file of the test; the search for a relative path begins in its folder.
/// - Throws: An `ExpectationFailure`, which prints on one line; a `SessionRecordingError` or `RecordingError`, which
///   names the invalid line; a `PluginError` if the configuration of a session cannot be used.
public func expect(
    _ path: String,
    registry: PluginRegistry? = nil,
    from test: String = #filePath
) async throws {
    guard path.hasSuffix(".json") else { return try await ConnectivityTestKit.expect(path, from: test) }
    try expectSession(path, from: test) { session throws in
        guard let configuration = session.configuration else {
            throw ExpectationFailure(path, .noConfiguration)
        }
        return try PipelineConfiguration(json: configuration.utf8, registry: try registry ?? .standard()).machine
    }
}
