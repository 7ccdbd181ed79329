#if canImport(CCurl) && os(Linux)
import Foundation
import Glibc
import TestSupport

/// The built command as a separate process.
enum Tool {
    private static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "connectivityctl").path()

    /// Runs a script that has the command as `$tool`, for at most some seconds, and returns its output lines.
    ///
    /// The script has no variable `CI`, with which the command records nothing, and the command reads no configuration of
    /// this machine.
    static func run(_ script: String, seconds: Int = 20) throws -> [String] {
        let file = try temporaryFile("unset CI; export CONNECTIVITY_NO_CONFIG=1 tool=\(path)\n\(script)\n")
        let command = "exec timeout -s KILL \(seconds) bash \(file) 2>&1 </dev/null"
        let stream = unsafe BlockedSignals.none { unsafe popen(command, "re") }
        guard let stream = unsafe stream else { throw POSIXError(.EAGAIN) }
        defer { unsafe pclose(stream) }
        var lines: [String] = []
        var buffer = [CChar](repeating: 0, count: 64 * 1024)
        while unsafe fgets(&buffer, CInt(buffer.count), stream) != nil {
            lines.append(String(decoding: buffer.prefix { $0 != 0 && $0 != 0x0A }.map(UInt8.init), as: UTF8.self))
        }
        return lines
    }
}
#endif
