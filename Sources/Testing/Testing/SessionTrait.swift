import ConnectivityTestKit

#if canImport(Testing)
public import ConnectivityRecords
public import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A trait of a test or a suite whose pipelines replay a recorded session, such as `.session("hotel", on: .virtual)`.
public struct SessionTrait: TestTrait, SuiteTrait, TestScoping {
    /// The time on which pipelines run while they replay.
    public enum Time: Hashable, Sendable {
        /// Each pipeline has its own clock, and the recorded intervals pass.
        case ownClock
        /// The whole test runs on virtual time, on one thread: nothing waits, and each run is the same.
        ///
        /// Such a test must not be isolated to a separate actor, such as the main actor, and must not wait for external
        /// events. On Apple's systems before iOS 18 and macOS 15, it behaves like ``ownClock``.
        case virtual
    }

    fileprivate enum Files: Sendable {
        case one(String)
        case folder(String)
    }

    fileprivate let files: Files
    fileprivate let time: Time
    fileprivate let recording: RecordingMode
    fileprivate let isCompared: Bool
    fileprivate let matching: RequestMatching
    fileprivate let test: String
    fileprivate let sourceLocation: SourceLocation

    /// A suite passes the trait to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test once for each session; failures are recorded as issues of the test.
    @concurrent public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let environment = { @Sendable (name: String) in ProcessInfo.processInfo.environment[name] }
        switch files {
        case .one(let name):
            guard let scope = open(name, environment) else { return }
            try await replay(scope, function)
        case .folder(let folder):
            let names = SessionScope.names(in: folder, from: self.test)
            if names.isEmpty { record(SessionFailure(folder, .emptyFolder)) }
            for name in names {
                guard let scope = open(name, environment) else { continue }
                // Each issue of the test names the file.
                let labelled = IssueHandlingTrait.compactMapIssues { issue in
                    var issue = issue
                    issue.comments.append("with the session \(name)")
                    return issue
                }
                try await labelled.provideScope(for: test, testCase: testCase) {
                    do { try await replay(scope, function) } catch { Issue.record(error) }
                }
            }
        }
    }

    private func open(_ name: String, _ environment: (String) -> String?) -> SessionScope? {
        do throws(SessionFailure) {
            return try SessionScope(
                name,
                recording: recording,
                isCompared: isCompared,
                matching: matching,
                from: test,
                environment: environment
            )
        } catch {
            // The test is not run, because its pipelines would use the network.
            record(error)
            return nil
        }
    }

    private func replay(_ scope: SessionScope, _ function: @Sendable @concurrent () async throws -> Void) async throws {
        var thrown: (any Error)?
        do {
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), time == .virtual, !scope.isRecording {
                try withoutActuallyEscaping(function) { function in
                    try simulate { clock in try await scope(on: clock, function) }
                }
            } else {
                try await scope(function)
            }
        } catch {
            thrown = error
        }
        for failure in scope.failures() { record(failure) }
        do throws(SessionFailure) {
            if let text = try scope.finish() {
                Issue.record("\(text)", severity: .warning, sourceLocation: sourceLocation)
            }
        } catch {
            record(error)
        }
        if let thrown { throw thrown }
    }

    private func record(_ failure: SessionFailure) {
        Issue.record("\(failure)", sourceLocation: sourceLocation)
    }
}

extension Trait where Self == SessionTrait {
    /// Replays a recorded session for every pipeline that the test creates.
    ///
    /// ```swift
    /// @Test(.session("hotel", on: .virtual)) func `The hotel lets its guest in`() async throws {
    ///     let recorder = RecordingNotifier()
    ///     try await Pipeline.standard { recorder }.run()
    ///     #expect(recorder.assessments.map(\.access.name) == ["determining", "captive", "online"])
    /// }
    /// ```
    ///
    /// ``ConnectivityTestKit/withSession(_:recording:comparing:matching:from:_:)`` describes the replay, the comparison
    /// and the parameters; every difference is an issue of the test. ``ConnectivityTestKit/RequestJournal/current`` has
    /// the requests. If a session is recorded, a warning reports the written file. A test whose file is missing or
    /// damaged fails, and its body is not run. Issues name the source location.
    public static func session(
        _ name: String,
        on time: SessionTrait.Time = .ownClock,
        recording: RecordingMode = .never,
        comparing isCompared: Bool = true,
        matching: RequestMatching = .standard,
        from test: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        SessionTrait(
            files: .one(name),
            time: time,
            recording: recording,
            isCompared: isCompared,
            matching: matching,
            test: test,
            sourceLocation: sourceLocation
        )
    }

    /// Runs the test once for each recorded session in a folder, in the order of their names; each issue names its file.
    ///
    /// The folder is absolute, or relative to the folder of the test or to any folder above it. Folders in it are not
    /// read. In all other respects it behaves like ``session(_:on:recording:comparing:matching:from:sourceLocation:)``.
    public static func sessions(
        _ folder: String,
        on time: SessionTrait.Time = .ownClock,
        comparing isCompared: Bool = true,
        matching: RequestMatching = .standard,
        from test: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        SessionTrait(
            files: .folder(folder),
            time: time,
            recording: .never,
            isCompared: isCompared,
            matching: matching,
            test: test,
            sourceLocation: sourceLocation
        )
    }
}
#endif
