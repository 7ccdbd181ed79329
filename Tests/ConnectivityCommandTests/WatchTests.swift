#if Curl && os(Linux)
import Foundation
import Glibc
import Testing

/// The built command as a process of its own, because signals concern a whole process.
@Suite(.serialized) struct `Watch` {
    private static let tool = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "connectivityctl").path()

    /// Runs a script that has the tool as `$tool`, for 20 seconds at most, and returns what it prints.
    private func run(_ script: String) throws -> [String] {
        let path = try temporaryFile("tool=\(Self.tool)\n\(script)\n")
        guard let stream = unsafe popen("exec timeout -s KILL 20 sh \(path) 2>&1 </dev/null", "re") else {
            throw POSIXError(.EAGAIN)
        }
        defer { unsafe pclose(stream) }
        var lines: [String] = []
        var buffer = [CChar](repeating: 0, count: 64 * 1024)
        while unsafe fgets(&buffer, CInt(buffer.count), stream) != nil {
            lines.append(String(decoding: buffer.prefix { $0 != 0 && $0 != 0x0A }.map(UInt8.init), as: UTF8.self))
        }
        return lines
    }

    @Test(arguments: ["INT", "TERM"])
    func `ends cleanly with status 0 at a signal`(signal: String) throws {
        // The first line is there before the signal is sent, so that nothing rests on time.
        let lines = try run(
            """
            out=$(mktemp -u); mkfifo "$out"
            "$tool" watch --interface lo --endpoint http://127.0.0.1:1/ --json > "$out" & pid=$!
            { read -r line; echo "$line"; kill -\(signal) $pid; cat >/dev/null; } < "$out"
            wait $pid; echo "status $?"; rm -f "$out"
            """
        )
        #expect(lines.count == 2)
        #expect(lines.first?.contains(#""access":"determining""#) == true, "\(lines)")
        #expect(lines.last == "status 0")
    }

    @Test(arguments: ["--json", ""])
    func `of the interfaces shows them at once and ends cleanly at a signal`(form: String) throws {
        let lines = try run(
            """
            out=$(mktemp -u); mkfifo "$out"
            "$tool" interfaces --watch \(form) > "$out" & pid=$!
            { read -r line; echo "$line"; kill -TERM $pid; cat >/dev/null; } < "$out"
            wait $pid; echo "status $?"; rm -f "$out"
            """
        )
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(form.isEmpty ? "name" : #"{"interfaces":["#) == true, "\(lines)")
        #expect(lines.last == "status 0")
    }
}
#endif
