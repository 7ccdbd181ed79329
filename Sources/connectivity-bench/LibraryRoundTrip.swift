#if canImport(CCurl) && canImport(CPCRE2) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityPluginHost
import ConnectivityRegistry
import Foundation

/// Compares a validator in a C library with the built-in validator that does the same: both look for a text in the body.
enum LibraryRoundTrip {
    private static let word = "Success"

    private static let source = """
        #define _GNU_SOURCE
        #include <string.h>
        #include "connectivity_plugin.h"
        static size_t say(char *reply, size_t capacity, const char *text) {
            size_t length = strlen(text);
            memcpy(reply, text, length < capacity ? length : capacity);
            return length;
        }
        static size_t introduce(char *reply, size_t capacity) {
            return say(reply, capacity, "{\\"protocol\\":1,\\"name\\":\\"bench\\",\\"version\\":\\"1\\",\\"registers\\":["
                "{\\"use\\":\\"validator.example.library\\",\\"expectation\\":true}]}");
        }
        static size_t validate(void *state, const struct connectivity_exchange_v1 *exchange, char *reply, size_t capacity) {
            return memmem(exchange->body.start, exchange->body.count, "\(word)", \(word.utf8.count))
                ? say(reply, capacity, "{\\"verdict\\":\\"genuine\\",\\"reason\\":{\\"code\\":\\"bench.found\\"}}")
                : say(reply, capacity, "{\\"verdict\\":\\"substituted\\",\\"reason\\":{\\"code\\":\\"bench.missing\\"}}");
        }
        static const struct connectivity_table_v1 table = {sizeof table, introduce, 0, 0, validate};
        const struct connectivity_table_v1 *connectivity_plugin_v1(void) { return &table; }
        """

    static func printAll() async throws {
        let folder = URL(filePath: NSTemporaryDirectory() + "connectivity-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = folder.appending(path: "library.so").path()
        guard try compile(in: folder, to: library) else {
            print("round trip of a library: not measured, because cc cannot compile it here")
            return
        }
        var registry = PluginRegistry()
        let host = try await PluginHost(
            configuration: #"{"plugins": [{"library": "\#(library)"}]}"#.utf8,
            registry: &registry
        )
        guard let witness = try registry.validator("validator.example.library") as? any Witness else { return }
        let body = Array(("<html><body>" + String(repeating: "<p>text</p>", count: 91) + "</body></html>").utf8)
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(
                ProbeResponse(status: 200, headers: ["Content-Type": "text/html", "Server": "a"], body: body)
            )
        )
        let (builtIn, judge) = (BodyContains(word), ExchangeJudge([PortalSignals()]))
        // Alternately, so that a busy machine slows all alike.
        var times = [[Duration]](repeating: [], count: 4)
        func note<Result>(_ row: Int, _ body: () async -> Result) async {
            let start = ContinuousClock.now
            _ = await body()
            times[row].append(ContinuousClock.now - start)
        }
        for _ in 0..<20_000 {
            await note(0) { builtIn.validate(exchange) }
            await note(1) { await witness.testify(on: exchange) }
            await note(2) { judge.verdict(on: exchange, expecting: builtIn) }
            await note(3) {
                var judged = exchange
                judged.testimony = [Testimony(of: witness, await witness.testify(on: exchange))]
                return judge.verdict(on: judged, expecting: witness)
            }
        }
        let half = times.map { $0.sorted()[$0.count / 2] }
        func ratio(_ one: Duration, _ other: Duration) -> Double { (one / other * 100).rounded() / 100 }
        print(
            "validator alone, page of 1 KiB: library \(half[1]), built-in \(half[0]), ratio \(ratio(half[1], half[0]))"
        )
        print(
            "answer judged, page of 1 KiB: with a library \(half[3]), with a built-in validator \(half[2]),",
            "ratio \(ratio(half[3], half[2]))"
        )
        let before = PluginRoundTrip.memory
        for _ in 0..<1_000_000 { _ = await witness.testify(on: exchange) }
        print("memory of the host grown by \(PluginRoundTrip.memory - before) KiB over 1000000 calls of a library")
        await host.end()
    }

    private static func compile(in folder: URL, to library: String) throws -> Bool {
        let file = folder.appending(path: "library.c").path()
        try source.write(toFile: file, atomically: true, encoding: .utf8)
        let header = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "CConnectivityPlugin").path()
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/cc")
        compiler.arguments = ["-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-I", header, "-o", library, file]
        do { try compiler.run() } catch { return false }
        compiler.waitUntilExit()
        guard compiler.terminationStatus == 0 else { return false }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: library)
        return true
    }
}
#endif
