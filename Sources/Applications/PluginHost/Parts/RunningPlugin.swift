#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import ConnectivityToolkit

/// A plugin after its introduction: the running program and its manifest.
///
/// Its thread ends with the last reference, and the program receives SIGKILL when the thread that started it ends.
final class RunningPlugin: Sendable {
    let manifest: PluginManifest
    /// `sha256:` and the SHA-256 digests, joined by commas, of the regular files that the command names by absolute paths, in
    /// order.
    let digest: String
    private let driver: BlockingDriver<PluginSession>

    /// Starts a program and waits for its introduction.
    init(_ program: PluginProgram, log: @escaping @Sendable (String) -> Void) async throws(PluginFault) {
        let (digest, fileName) = try program.digest()
        self.digest = digest
        // Without requests, the thread sleeps forever, because the program ends with it.
        driver = BlockingDriver(rest: .seconds(1_000_000_000)) {
            PluginSession(program, digest: digest, name: fileName, log: log)
        }
        manifest = try PluginManifest(try await Self.run(driver, PluginCall(purpose: .introduction)))
    }

    /// Sends a request with members besides `id` and `type`, and returns the last answer; `each` receives the earlier ones.
    ///
    /// Cancelling the task ends the wait at once; the plugin receives `cancel`. Without a limit the wait is unlimited.
    func ask(
        _ type: String,
        _ members: [PluginMember],
        within limit: Duration?,
        each: (@Sendable (JSON) -> PluginFault?)? = nil
    ) async throws(PluginFault) -> JSON {
        var members = [PluginMember("type", .string(type))] + members
        if let limit { members.append(PluginMember("seconds", .number(limit.seconds))) }
        let message = PluginMessage.request(members)
        let deadline = limit.map { ContinuousClock.now + $0 }
        return try await Self.run(driver, PluginCall(purpose: .request(message), deadline: deadline, each: each))
    }

    /// Ends the program: `bye` and the end of its input, then SIGTERM, then SIGKILL; returns whether it needed a signal, after
    /// its end.
    @discardableResult
    func end() async -> Bool { await end(signalAfter: ChildProcess.gracePeriod) }

    /// Ends the program, with a signal only if it still runs after a time; returns whether it needed a signal.
    func end(signalAfter time: Duration) async -> Bool {
        let answer = try? await Self.run(driver, PluginCall(purpose: .end(signalAfter: time)))
        return answer?.bool == true
    }

    /// The current memory of the program in bytes; `nil` if unknown.
    func memory() async -> Int? {
        guard let number: Int = try? await Self.run(driver, PluginCall(purpose: .process)).whole(),
            let status = try? WholeFile("/proc/\(number)/status", limit: 64 * 1024).whole
        else { return nil }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        let words = lines.first { $0.hasPrefix("VmRSS:") }?.split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
        return words.count > 1 ? Int(words[1]).map { $0 * 1024 } : nil
    }

    private static func run(
        _ driver: BlockingDriver<PluginSession>,
        _ call: PluginCall
    ) async throws(PluginFault) -> JSON {
        let reply: PluginReply
        do throws(BlockingRefusal<Never>) {
            reply = try await driver.run(call)
        } catch {
            throw switch error {
            case .cancelled: PluginFault(.cancelled, "the request was cancelled")
            case .noPipe(let number):
                PluginFault(
                    .start,
                    "no pipe for its thread: \(Errno(number))",
                    shortage: ProbeFailure.Resource(errno: number)
                )
            case .noThread(let number):
                PluginFault(.start, "no thread for it: \(Errno(number))", shortage: .threads)
            }
        }
        return try reply.get()
    }
}
#endif
