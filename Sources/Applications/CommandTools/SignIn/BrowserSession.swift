#if os(Linux)
package import ConnectivityCore
import ConnectivityKit
import ConnectivityToolkit
import Glibc

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A browser that shows the sign-in page of a portal through the portal's interface.
package enum BrowserSession {
    package enum Ending: Sendable {
        case closed
        case online
        case interrupted
    }

    /// Shows a page in a browser behind a proxy on the interface of the portal, and prints the requested names.
    package static func show(
        _ page: HTTPURL,
        of assessment: Assessment,
        by browser: Browser,
        _ configuration: PipelineConfiguration,
        limit: Duration,
        recordedBy recorder: VisitRecorder? = nil,
        _ console: Console
    ) async throws -> Ending {
        guard let interface = assessment.probePath.interface else {
            throw CommandError.software("the interface of the portal is unknown; use --scope")
        }
        let lookup = BoundLookup(assessment.probePath)
        let proxy = try BoundProxy(leavingThrough: interface, recordedBy: recorder, lookUp: lookup.addresses(of:))
        let profile = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: profile) }
        let program = try browser.program(
            showing: page,
            throughPort: proxy.port,
            profile: profile,
            environment: console.environment,
            limit: limit
        )
        let ending = try await show(program, proxy, configuration, console.progress)
        let names = proxy.hosts.map { $0.printable(limit: 300) }
        if !names.isEmpty { console.print("the browser asked for: \(names.joined(separator: ", "))") }
        return ending
    }

    /// Runs the browser until it ends, this device is online, or a signal arrives.
    private static func show(
        _ program: ChildProgram,
        _ proxy: BoundProxy,
        _ configuration: PipelineConfiguration,
        _ progress: ProgressLine
    ) async throws -> Ending {
        var configuration = configuration
        configuration.notifiers = []
        // A person is signing in.
        configuration.schedule.captive = RoundSchedule.Backoff(first: .seconds(2), maximum: .seconds(2))
        let updates = AssessmentUpdates()
        let pipeline = progress.following(try Pipeline(configuration) { updates }, isRepeated: true)
        let interruption = try Interruption()
        guard let stop = Waker() else { throw CommandError.software("cannot create a pipe") }
        return try await withThrowingTaskGroup(of: Ending.self) { group in
            group.addTask {
                try await proxy.serve()
                return .closed
            }
            group.addTask {
                do {
                    try await DedicatedThread.run {
                        try program.run(until: stop)
                    } stop: {
                        stop.wakeUp()
                    }
                } catch {
                    if !Task.isCancelled { throw CommandError.software("the browser failed: \(error)") }
                }
                return .closed
            }
            group.addTask {
                for await assessment in updates where assessment.isFinal && assessment.access == .online {
                    // The portal may show a message.
                    try await ContinuousClock().sleep(for: .seconds(2))
                    return .online
                }
                return .closed
            }
            group.addTask {
                try await pipeline.run()
                return .closed
            }
            group.addTask {
                await interruption.wait()
                return .interrupted
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .closed
        }
    }

    /// Creates a new folder that only this user can read.
    private static func temporaryFolder() throws(CommandError) -> String {
        let base = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        guard let form = unsafe strdup("\(base)/connectivity-XXXXXX") else { throw .software("no memory") }
        defer { unsafe free(form) }
        guard unsafe mkdtemp(form) != nil else {
            throw .noOutput("no folder for the profile in \(base): \(Errno.last)")
        }
        return unsafe String(cString: form)
    }
}
#endif
