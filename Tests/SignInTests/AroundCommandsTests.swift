#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit
import Foundation
import Glibc
import Synchronization
import Testing
import TestSupport

@testable import ConnectivitySignIn

/// The parent of all folders of these tests, which is removed when their process ends.
private let parent: String = {
    let folder = FileManager.default.temporaryDirectory.path + "/around-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    atexit { try? FileManager.default.removeItem(atPath: parent) }
    return folder
}()

/// A folder with a log, and commands that write into it.
private struct Commands: Codable {
    let folder: String
    var log: String { folder + "/log" }

    init() throws {
        folder = "\(parent)/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    /// A command that writes a line.
    func command(_ line: String, then rest: String = "") -> [String] {
        ["/bin/sh", "-c", "echo \"\(line)\" >> '\(log)'; \(rest)"]
    }

    func around(before: String = "", after: String = "", limit: Duration = .seconds(60)) -> AroundCommands {
        AroundCommands(
            before: command("before $CONNECTIVITY_PORTAL_HOST", then: before),
            after: command("after $CONNECTIVITY_PORTAL_HOST", then: after),
            wholeLimit: limit
        )
    }

    var lines: [String] {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Waits until the log has this number of lines; a busy device may need a minute.
    func lines(_ count: Int) async -> [String] {
        for _ in 0..<3000 where lines.count < count { try? await Task.sleep(for: .milliseconds(20)) }
        return lines
    }
}

@Suite struct `Commands around a sign-in` {
    private static let host = "login.hotel.example"
    private static let both = ["before \(host)", "after \(host)"]

    @Test func `The first command has ended before anything is sent, and the second one when the end returns`()
        async throws
    {
        let commands = try Commands()
        let end = try await commands.around().begin(for: Self.host)
        expect(commands.lines, ["before \(Self.host)"])
        await expect(end(), nil)
        expect(commands.lines, Self.both)
    }

    @Test func `The commands get the host of the portal and no secret of this process`() async throws {
        let commands = try Commands()
        unsafe setenv("CONNECTIVITY_TEST_SECRET", "correct horse", 1)
        let around = AroundCommands(
            before: commands.command("", then: "env >> '\(commands.log)'"),
            after: commands.command("", then: "env >> '\(commands.log)'")
        )
        await expect((try around.begin(for: Self.host))(), nil)
        expect(commands.lines.count { $0 == "CONNECTIVITY_PORTAL_HOST=\(Self.host)" }, 2)
        #expect(!commands.lines.contains { $0.contains("horse") })
    }

    @Test func `The second command runs if the first one fails, and the sign-in stops with the reason`() async throws {
        let commands = try Commands()
        let error = await #expect(throws: SignInStop.self) {
            _ = try await commands.around(before: "echo no VPN >&2; exit 3").begin(for: Self.host)
        }
        expect(error?.reason.code, "sign-in-around-before")
        expect(error?.reason.facts["detail"], "exit status 3: no VPN")
        expect(commands.lines, Self.both)
    }

    @Test func `A second command that fails is reported, because a VPN may still be off`() async throws {
        let commands = try Commands()
        let around = commands.around(after: "exit 3")
        let reason = await (try around.begin(for: Self.host))()
        #expect(reason?.code == "sign-in-around-after" && reason?.facts["detail"] == "it ended with exit status 3")
        expect(commands.lines, Self.both)
    }

    @Test func `Nothing runs if one of the programs does not exist`() async throws {
        let commands = try Commands()
        let around = AroundCommands(before: commands.command("before"), after: ["/no/such/program"])
        let error = await #expect(throws: SignInStop.self) { _ = try await around.begin(for: Self.host) }
        expect(error?.reason.code, "sign-in-around-program")
        #expect(commands.lines.isEmpty)
    }

    @Test func `The first command runs once per hour, so that an access point cannot have it run again and again`()
        async throws
    {
        let commands = try Commands()
        let start = ContinuousClock.now
        let minutes = Mutex(0)
        let around = AroundCommands(
            before: commands.command("before"),
            after: commands.command("after"),
            now: { start + .seconds(60 * minutes.withLock { $0 }) }
        )
        for (minute, count) in [(0, 2), (1, 2), (59, 2), (60, 4), (119, 4)] {
            minutes.withLock { $0 = minute }
            await expect((try around.begin(for: Self.host))(), nil)
            expect(commands.lines.count, count, "after \(minute) minutes")
        }
    }

    @Test func `The second command runs after the limit, whatever the sign-in does`() async throws {
        let commands = try Commands()
        let end = try await commands.around(limit: .milliseconds(300)).begin(for: Self.host)
        await expect(commands.lines(2), Self.both)
        await expect(end(), nil)
        expect(commands.lines, Self.both)
    }

    @Test func `The second command runs if nobody ends the sign-in`() async throws {
        let commands = try Commands()
        _ = try await commands.around().begin(for: Self.host)
        await expect(commands.lines(2), Self.both)
    }

    @Test func `The second command runs after SIGKILL of this process in the middle of a sign-in`() async throws {
        let commands = try Commands()
        await #expect(processExitsWith: .signal(SIGKILL)) { [commands = commands as Commands] in
            let end = try await commands.around().begin(for: Self.host)
            kill(getpid(), SIGKILL)
            await expect(end(), nil)
        }
        await expect(commands.lines(2), Self.both)
    }

    @Test func `The second command runs after SIGKILL of this process while the first one runs`() async throws {
        let commands = try Commands()
        await #expect(processExitsWith: .signal(SIGKILL)) { [commands = commands as Commands] in
            _ = try await commands.around(before: "kill -9 $PPID; sleep 0.1").begin(for: Self.host)
        }
        await expect(commands.lines(2), Self.both)
    }

    @Test func `The second command runs to its end when SIGTERM comes to all that belongs to this process`()
        async throws
    {
        let commands = try Commands()
        // As systemd stops a unit after a crash: SIGTERM to every process, among them the watchdog and what it runs.
        let around = commands.around(
            after: "kill -TERM $$ $PPID; kill -HUP $$ $PPID; kill -INT $$ $PPID; echo end >> '\(commands.log)'"
        )
        await expect((try around.begin(for: Self.host))(), nil)
        expect(commands.lines, Self.both + ["end"])
    }

    @Test func `The second command is run by this process if its watchdog was killed`() async throws {
        let commands = try Commands()
        let end = try await commands.around().begin(for: Self.host)
        let watchdog = try #require(Self.watchdog)
        kill(watchdog, SIGKILL)
        await expect(end(), nil)
        expect(commands.lines, Self.both)
    }

    /// The child of this process that is a watchdog.
    private static var watchdog: pid_t? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.first { number in
            let text = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
            let rest = text.split(separator: ")").last?.split(separator: " ") ?? []
            return text.contains("(sign-in-around)") && rest.dropFirst().first.flatMap { pid_t($0) } == getpid()
        }
    }

    @Test func `A sign-in that is cancelled ends the first command and runs the second one`() async throws {
        let commands = try Commands()
        let task = Task { try await commands.around(before: "sleep 15").begin(for: Self.host) }
        _ = await commands.lines(1)
        task.cancel()
        let error = await #expect(throws: SignInStop.self) { _ = try await task.value }
        expect(error?.reason.code, "sign-in-cancelled")
        expect(commands.lines, Self.both)
    }

    @Test(arguments: [(["nmcli"], ["/bin/true"], "before"), (["/bin/true"], [], "after")])
    func `A command of a configuration begins with an absolute path`(
        _ before: [String],
        _ after: [String],
        _ name: String
    ) throws {
        let error = #expect(throws: PluginError.self) {
            _ = try AroundCommands(writtenBefore: before, after: after, at: ["around"])
        }
        guard case .invalidOption(_, let path, _, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expect(path, ["around", name])
    }
}
#endif
