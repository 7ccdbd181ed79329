import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// `connectivityctl watch`: prints a line at every change, until interrupted.
enum WatchVerb: Verb {
    static let grammar = Grammar(
        name: "watch",
        summary: "Assess after each change of the network and print one line per change, until interrupted.",
        options: PipelineOptions.settings.printingAssessments + WatchedRun.grammar
            + [RunningService.grammar, AssessmentOutput.formatOption("text", "json"), AssessmentOutput.utcOption]
            + Log.grammar,
        notes: """
            If a running service knows (see check --cached), it is asked each second in place of the network, without --config,
            --interval, --notify, --socket, --verbose and --fresh. With --json, one JSON object per line. The notifiers that --config names also run. If one of them is too slow for
            some events or fails, standard error shows how many events were dropped and how many calls failed. SIGINT
            and SIGTERM end the command with exit status 0. SIGUSR1 begins a round now. SIGHUP reads the configuration again, at most once per second, and continues with it, which is no
            change; if it is refused, standard error says why in one line, and the old configuration stays. --live shows the
            access, the paths, the services, the last rounds, the times to answer and when the next round begins, in local time.
            """
    )

    // A new configuration may name other programs.
    static var managesPrograms: Bool { true }

    private enum Event: Sendable {
        case signal(CInt), reload
        case ended(Result<Void, any Error>)
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let terminal = try LiveTerminal.of(arguments, console)
        let console = terminal?.console(console) ?? console
        let log = try Log(arguments, console)
        defer { terminal?.close() }
        let time = try arguments.time("for", in: .milliseconds(100) ... .seconds(31_622_400))
        if let followed = try await FollowedRun(arguments, console, on: terminal, log) {
            try await followed.run(for: time)
            return .success
        }
        var current = try await WatchedRun(arguments, console, log, on: terminal)
        let (events, mailbox) = AsyncStream.makeStream(of: Event.self)
        let origin = Terminal()
        // Without a configuration there is nothing to read again, and the signal keeps its usual effect.
        let canReload = current.hasConfiguration
        // On a changed terminal, no signal may have its usual effect.
        let others = terminal == nil ? [] : LiveTerminal.signals + [SIGQUIT]
        let numbers = [SIGINT, SIGTERM, SIGUSR1] + (canReload || terminal != nil ? [SIGHUP] : []) + others
        try Signals.pass(numbers) { if terminal?.handle($0) != true { mailbox.yield(.signal($0)) } }
        try terminal?.open { mailbox.yield(.signal(SIGINT)) }
        // A non-discarding group would keep every run that has ended.
        return try await withThrowingDiscardingTaskGroup(returning: ExitStatus.self) { group in
            defer { group.cancelAll() }
            func begin(_ run: WatchedRun, from earlier: Assessment?) {
                group.addTask { mailbox.yield(.ended(await run.result(from: earlier))) }
            }
            begin(current, from: nil)
            if let time {
                group.addTask {
                    guard (try? await ContinuousClock().sleep(for: time)) != nil else { return }
                    mailbox.yield(.signal(SIGTERM))
                }
            }
            /// The run that follows the end of the current one.
            var next: WatchedRun?
            /// The newest result, also of a run that was replaced before its first one.
            var known: Assessment?
            var (reloadTime, isReloadDue) = (ContinuousClock.now, false)
            for await event in events {
                switch event {
                case .signal(SIGUSR1):
                    log.write(.info, "looking now")
                    current.pipeline.lookNow()
                case .signal(SIGHUP) where canReload && !origin.isGone:
                    guard !isReloadDue else { break }
                    isReloadDue = true
                    group.addTask { [reloadTime] in
                        guard (try? await ContinuousClock().sleep(until: reloadTime)) != nil else { return }
                        mailbox.yield(.reload)
                    }
                case .reload:
                    (reloadTime, isReloadDue) = (.now + .seconds(1), false)
                    do {
                        let new = try await WatchedRun(arguments, console, log, on: terminal)
                        await next?.abandon()
                        next = new
                        current.end(isReplaced: true)
                    } catch {
                        log.write(.error, "the configuration stays as it was: \(CommandError(cause: error).text)")
                    }
                case .signal:
                    await next?.abandon()
                    next = nil
                    current.end(isReplaced: false)
                case .ended(.failure(let error)):
                    await next?.abandon()
                    throw error
                case .ended(.success):
                    guard let new = next else { return .success }
                    log.write(.notice, "the configuration was read again")
                    known = current.pipeline.lastAssessment ?? known
                    (current, next) = (new, nil)
                    begin(new, from: known)
                }
            }
            return .success
        }
    }
}

/// The terminal of the command at its start.
private struct Terminal {
    private let wasThere = Terminal.isThere

    /// Whether that terminal no longer exists, so that SIGHUP announced its end (termios(3)).
    var isGone: Bool { wasThere && !Self.isThere }

    private static var isThere: Bool {
        let descriptor = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}
