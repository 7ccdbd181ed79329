import ConnectivityCore

/// The condition under which a test records the session that it replays.
///
/// The environment variable `CONNECTIVITY_RECORD` (`never`, `missing` or `all`) overrides the mode of a test. If the
/// variable `CI` is set to any value except `false`, nothing is recorded.
public enum RecordingMode: String, Hashable, Sendable, CaseIterable {
    /// The session is replayed, and a missing file fails the test.
    case never
    /// The session is recorded if the file does not exist.
    case missing
    /// The session is recorded again.
    case all

    /// The environment variable that overrides the mode of a test.
    package static let variable = "CONNECTIVITY_RECORD"

    /// The error of a variable whose value is not a mode.
    struct Unknown: Error {
        let text: String
    }

    static func isCI(_ environment: (String) -> String?) -> Bool {
        environment("CI").map { !$0.isEmpty && $0 != "false" } ?? false
    }

    func overridden(by environment: (String) -> String?) throws(Unknown) -> RecordingMode {
        if Self.isCI(environment) { return .never }
        guard let text = environment(Self.variable), !text.isEmpty else { return self }
        guard let mode = RecordingMode(rawValue: text) else { throw Unknown(text: text) }
        return mode
    }
}
