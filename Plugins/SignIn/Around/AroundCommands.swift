#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit
import Glibc

/// Runs a command of the user before a sign-in, such as one that switches a VPN off, and another one after it.
///
/// The second one runs in every ending, and at the latest ``wholeLimit`` after the beginning: a separate process, which is
/// started before the first command, runs it when this process ends, however it does (``Watchdog``).
///
/// The first one runs at most once per ``interval``, so that an access point that seems to be the user's cannot switch a VPN off
/// again and again; a sign-in in the meantime is made without the commands. It gets at most ``beforeLimit``.
///
/// No shell is involved. The environment of both has `CONNECTIVITY_PORTAL_HOST`, the host of the portal, and of this process
/// only what its session and language need.
final class AroundCommands: SignInSurroundings {
    /// How long the first command may take.
    static let beforeLimit = Duration.seconds(20)
    /// How long the second command may take before it is killed.
    static let afterLimit = Duration.seconds(20)
    /// When the second command is run at the latest, counted from the beginning.
    static let wholeLimit = Duration.seconds(60)
    /// The time in which the first command runs at most once.
    static let interval = Duration.seconds(3600)

    /// The programs with their arguments.
    let before, after: [String]
    private let wholeLimit: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let lastBegin = Lock<ContinuousClock.Instant?>(nil)

    /// Creates commands, each the absolute path of a program and its arguments; nothing is started, and the second one
    /// is run after `wholeLimit` at the latest.
    init(
        before: [String],
        after: [String],
        wholeLimit: Duration = AroundCommands.wholeLimit,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.before, self.after, self.wholeLimit, self.now) = (before, after, wholeLimit, now)
    }

    var requirements: [Requirement] { [before, after].compactMap(\.first).map(Requirement.program) }

    func begin(for host: String) async throws(SignInStop) -> @Sendable () async -> Reason? {
        for path in [before, after].compactMap(\.first) where unsafe access(path, X_OK) != 0 {
            throw Self.stop("around-program", path, "\(Errno.last)")
        }
        guard mayBegin() else { return { nil } }
        let environment = Self.environment(for: host)
        let (after, wholeLimit) = (after, wholeLimit)
        let watchdog: Watchdog
        do {
            // A thread, because the start waits for the new process.
            watchdog = try await DedicatedThread.run {
                try Watchdog(
                    running: after,
                    environment: environment,
                    within: wholeLimit,
                    takingAtMost: Self.afterLimit
                )
            } stop: {
            }
        } catch {
            throw Self.stop("around-watchdog", after[0], "\(error)")
        }
        let end: @Sendable () async -> Reason? = {
            watchdog.release()
            do {
                let fault: String? = try await DedicatedThread.run {
                    // With the time of one that is killed.
                    switch watchdog.outcome(atMost: Self.afterLimit + .seconds(2)) {
                    case .ended(.exited(status: 0)): break
                    case .ended(let end): return end.text
                    case .lost: try Self.program(after, environment, Self.afterLimit).run(until: nil)
                    case nil: return "it has not ended in time"
                    }
                    return nil
                } stop: {
                }
                return fault.map { Self.stop("around-after", after[0], $0).reason }
            } catch {
                return Self.stop("around-after", after[0], Self.detail(of: error)).reason
            }
        }
        do {
            guard let stop = Waker() else { throw Errno.last }
            let program = Self.program(before, environment, Self.beforeLimit)
            try await DedicatedThread.run {
                try program.run(until: stop)
            } stop: {
                stop.wakeUp()
            }
        } catch {
            _ = await end()
            if Task.isCancelled { throw SignInStop(.signIn("cancelled"), mayRepeat: true) }
            throw Self.stop("around-before", before[0], Self.detail(of: error))
        }
        return end
    }

    private func mayBegin() -> Bool {
        let now = now()
        return lastBegin.withLock { last in
            if let last, now - last < Self.interval { return false }
            last = now
            return true
        }
    }

    private static func program(_ command: [String], _ environment: [String], _ limit: Duration) -> ChildProgram {
        ChildProgram(command: command, environment: environment, input: [], limit: limit)
    }

    private static func detail(of error: any Error) -> String { (error as? ChildProgram.Fault)?.detail ?? "\(error)" }

    private static func stop(_ code: String, _ path: String, _ detail: String) -> SignInStop {
        SignInStop(.signIn(code, ["program": .text(path), "detail": .text(detail.printable(limit: 300))]))
    }

    /// The variables of this process that both programs receive.
    private static let inherited = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
    ]

    private static func environment(for host: String) -> [String] {
        let own = inherited.compactMap { name in
            unsafe getenv(name).map { "\(name)=\(unsafe String(cString: $0))" }
        }
        return own + ["CONNECTIVITY_PORTAL_HOST=\(host)"]
    }

    private static let wordCountMax = 100

    /// Creates commands as they are written in a configuration.
    convenience init(
        writtenBefore before: [String],
        after: [String],
        at path: [String]
    ) throws(PluginError) {
        for (name, words) in [("before", before), ("after", after)] {
            guard let program = words.first, program.hasPrefix("/"), program.utf8.count < 4096 else {
                let form = "an absolute path, such as /usr/bin/nmcli, then its arguments; no shell is involved"
                throw fault(path + [name], "must begin with \(form)")
            }
            guard words.count <= Self.wordCountMax, !words.contains(where: { $0.utf8.contains(0) }) else {
                let detail = "must be at most \(Self.wordCountMax) texts without a zero byte"
                throw fault(path + [name], detail)
            }
        }
        self.init(before: before, after: after)
    }
}
#endif
