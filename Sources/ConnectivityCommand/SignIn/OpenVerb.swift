#if os(Linux)
import ConnectivityBlocking
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivitySystem
import Glibc

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `connectivityctl open`: opens the sign-in page in a browser, on the interface behind which the portal is.
enum OpenVerb: Verb {
    static let grammar = Grammar(
        name: "open",
        summary: "Open the sign-in page of a portal in a browser, on the right interface.",
        options: [
            .value("browser", "PROGRAM", "use this browser (default: $BROWSER, or one that is installed)"),
            .value("timeout", "TIME", "close the browser after this time (default 30m)"),
            .flag("person", "open the page at once, although the configuration has an agent for this portal"),
            .flag("plain", "let xdg-open open the page as it does, without a profile and a proxy"),
        ] + PipelineOptions.settings.filter { $0.name != "json" },
        notes: """
            A browser cannot be bound to an interface. Therefore it gets a temporary profile and a proxy on 127.0.0.1, whose
            connections and name lookups leave through the interface; the proxy serves only programs of the same user.
            Browsers of the kinds of Chromium and Firefox receive it by option or profile, others by http_proxy and
            https_proxy. The browser is closed two seconds after this device is online. Afterwards the names that it asked for
            are printed. If "signIn" of the configuration has an agent for the portal, it is asked first, and the page is opened for
            a person only if this device is not let through then. With --plain, the page takes the way that the system's routes say. Exit status: that of a check at the
            end.
            """
    )

    enum Ending {
        case closed
        case online
        case interrupted
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let limit = try arguments.time("timeout", in: .seconds(1) ... .seconds(86_400)) ?? .seconds(1800)
        let isPlain = arguments.has("plain")
        let browser = isPlain ? nil : try Browser(arguments, console)
        let configuration = try PipelineOptions.configuration(arguments, console)
        var assessment = try await SingleAssessment.make(configuration, arguments, console.progress)
        if !arguments.has("person"), assessment.access.portal != nil,
            try await !SignInAttempt.make(configuration, at: assessment, arguments, console).isEmpty
        {
            assessment = try await SingleAssessment.make(configuration, arguments, console.progress)
        }
        guard let page = PortalNames(assessment)?.url else {
            console.print("nothing to sign in to: \(assessment.line(console))")
            return ExitStatus(assessment.access)
        }
        console.print("\(assessment.line(console))")
        if isPlain { console.progress.end() }
        if isPlain { try Execution.become(["xdg-open", "\(page)"]) }
        guard let browser else {
            let advice =
                "name one with --browser, or use --plain if the page may take the way that the system's routes say"
            throw CommandError.noInput("no browser that takes a proxy is installed; \(advice)")
        }
        let ending = try await show(page, of: assessment, by: browser, configuration, limit: limit, console)
        if case .interrupted = ending { return ExitStatus(assessment.access) }
        let last = try await SingleAssessment.make(configuration, arguments, console.progress)
        console.print(last.line(console))
        return ExitStatus(last.access)
    }

    /// Shows a page in a browser behind a proxy that is bound to the interface of the portal, and prints the names that it asked for.
    static func show(
        _ page: HTTPURL,
        of assessment: Assessment,
        by browser: Browser,
        _ configuration: PipelineConfiguration,
        limit: Duration,
        recordedBy recorder: VisitRecorder? = nil,
        _ console: Console
    ) async throws -> Ending {
        guard let interface = assessment.probePath.interface else {
            throw CommandError.software("the interface of the portal is unknown; use --interface")
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

    /// Runs the browser until it ends, until this device is online, or until a signal.
    private static func show(
        _ program: ChildProgram,
        _ proxy: BoundProxy,
        _ configuration: PipelineConfiguration,
        _ progress: ProgressLine
    ) async throws -> Ending {
        var configuration = configuration
        configuration.notifiers = []
        // A person signs in right now.
        configuration.schedule.captive = Backoff(first: .seconds(2), maximum: .seconds(2))
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
                    // The portal may have something to say.
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

    /// Makes a new folder that only this user can read.
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
