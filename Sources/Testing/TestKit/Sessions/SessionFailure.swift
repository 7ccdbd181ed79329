public import ConnectivityCore
public import ConnectivityRecords

/// The reason why a test with a session failed, apart from the expectations of its code.
public struct SessionFailure: Error, Hashable, Sendable {
    /// The reason.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The file does not exist, and the mode does not permit recording it.
        case missing(isCI: Bool)
        /// The file is not a session.
        case damaged(SessionRecordingError)
        /// The environment variable has a value that is not a mode.
        case mode(String)
        /// The file states no expected assessment; with a configuration, the command can add the assessments.
        case nothingExpected(hasConfiguration: Bool)
        /// The session has no event with interfaces, without which no pipeline sends a request.
        case noInterfaces
        /// The folder has no session.
        case emptyFolder
        /// No pipeline that the test created has run.
        case noPipeline
        /// A request has no recorded answer; the text names the request and the nearest recorded one.
        case notRecorded(String)
        /// A pipeline that judges these paths reaches another assessment than that of the file, or does not send a
        /// recorded request.
        case differs(SessionReplay.Difference, PipelineConfiguration.Scope)
        /// A run of such a pipeline ended, after this time, before a recorded or stated event.
        case endedEarly(after: Duration, SessionReplay.Difference, PipelineConfiguration.Scope)
        /// The journal lacks requests beyond its limit.
        case journalFull(Int)
        /// Several runs took place, but only the first was recorded.
        case manyRuns
        /// The file cannot be written; the text is the reason of the system.
        case notWritten(String)
    }

    /// The file or folder.
    public var file: String
    /// The reason.
    public var reason: Reason

    package init(_ file: String, _ reason: Reason) {
        self.file = file
        self.reason = reason
    }
}

extension SessionFailure: CustomStringConvertible {
    /// The file, the reason and the remedy, on one line.
    public var description: String {
        let file = file.printable(limit: 200)
        return switch reason {
        case .missing(isCI: false):
            "\(file): no such file in the folder of the test or above it; to record it: \(RecordingMode.variable)=missing swift test"
        case .missing(isCI: true):
            "\(file): no such file in the folder of the test or above it, and nothing is recorded while CI is set; elsewhere: \(RecordingMode.variable)=missing swift test"
        case .damaged(let error): "\(file): \(error)"
        case .mode(let text):
            "\(file): \(RecordingMode.variable) must be never, missing or all, not \"\(text.printable(limit: 40))\""
        case .nothingExpected(hasConfiguration: false):
            "\(file): the session states no assessment, and has no configuration from which one follows; record it again with \(RecordingMode.variable)=all, or write comparing: false"
        case .nothingExpected(hasConfiguration: true):
            "\(file): the session states no assessment; to state those that follow: connectivityctl fixture expect --write \(file)"
        case .noInterfaces:
            "\(file): the session has no interfaces, without which no pipeline asks anything; add an event with \"interfaces\""
        case .emptyFolder: "\(file): no file in this folder ends in \(SessionScope.suffix)"
        case .noPipeline: "\(file): no pipeline that the test created has run, so nothing was replayed"
        case .notRecorded(let text): "\(file): \(text)"
        case .differs(let difference, let scope): "\(file): judging \(scope.words): \(difference)"
        case .endedEarly(let time, let difference, let scope):
            "\(file): judging \(scope.words): the run ended after \(time), too early: \(difference)"
        case .journalFull(let count):
            "\(file): the journal has no room for \(count) more requests; shorten the session or the test"
        case .manyRuns:
            "\(file): more than one run took place, of which the first was recorded; record one run per file"
        case .notWritten(let text): "\(file): cannot write the recording: \(text)"
        }
    }
}
