#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityPluginHost
import ConnectivityRegistry
import Foundation

/// Measures how long a validator in another process takes for one answer.
enum PluginRoundTrip {
    /// The word that makes this program the plugin that is measured.
    static let word = "--plugin"

    /// Answers every request with the same verdict, without looking at more than its beginning.
    static func runPlugin() {
        let introduction = #""protocol":1,"name":"bench","version":"1","registers":[{"use":"validator.example.bench"}]"#
        while let line = readLine() {
            // A request begins with its id and its type; a search of the whole line would be what is measured.
            let id = line.dropFirst(#"{"id":"#.count).prefix { $0.isNumber }
            let isHello = line.prefix(60).contains(#""type":"hello""#)
            let answer = isHello ? introduction : #""finding":"substituted","reason":"other""#
            guard !id.isEmpty else { continue }
            FileHandle.standardOutput.write(Data("{\"id\":\(id),\(answer)}\n".utf8))
        }
    }

    /// The memory that this process uses now, in KiB.
    private static var memory: Int {
        let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix("VmRSS:") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    static func printAll() async throws {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path()
        let configuration = #"{"plugins": [{"program": ["\#(program)", "\#(word)"]}]}"#
        var registry = PluginRegistry()
        let host = try await PluginHost(configuration: configuration.utf8, registry: &registry)
        guard let witness = try registry.validator("validator.example.bench") as? any Witness else { return }
        for byteCount in [1024, 262_144] {
            let body = [UInt8](repeating: 0x61, count: byteCount)
            let exchange = ProbeExchange(
                request: ProbeRequest("http://a.example/"),
                outcome: .success(ProbeResponse(status: 200, body: body))
            )
            var times = [Duration](repeating: .zero, count: byteCount > 10_000 ? 300 : 100_000)
            let before = memory
            for index in times.indices {
                let start = ContinuousClock.now
                let verdict = await witness.testify(on: exchange)
                times[index] = ContinuousClock.now - start
                precondition(verdict.finding == .substituted)
            }
            let growth = memory - before
            times.sort()
            let (half, most) = (times[times.count / 2], times[times.count * 99 / 100])
            let subject = "round trip of a plugin, body of \(byteCount / 1024) KiB"
            print(
                "\(subject): half within \(half), 99 of 100 within \(most);",
                "memory of the host grown by \(growth) KiB over \(times.count)"
            )
        }
        await host.end()
    }
}
#endif
