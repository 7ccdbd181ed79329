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
        let pages = [91, 16 * 91].map {
            "<html><body>" + String(repeating: "<p>text</p>", count: $0) + "</body></html>"
        }
        for body in pages.flatMap({ [$0, $0.replacing("text</p></body>", with: word + "</p></body>")] }) {
            let exchange = ProbeExchange(
                request: ProbeRequest("http://a.example/"),
                outcome: .success(
                    ProbeResponse(
                        status: 200,
                        headers: ["Content-Type": "text/html", "Server": "a"],
                        body: Array(body.utf8)
                    )
                )
            )
            await compare(witness, on: exchange)
        }
        await printMemory(of: witness)
        await host.end()
    }

    /// Compares the library with the built-in validator, alternately, so that a busy machine slows both alike.
    private static func compare(_ witness: any Witness, on exchange: ProbeExchange) async {
        let judge = ExchangeJudge([PortalSignals()])
        let (builtIn, inLibrary): (any ResponseValidator, any ResponseValidator) = (BodyContains(word), witness)
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
                // As a pipeline does it.
                var judged = exchange
                judged.parseAnswer()
                judged.testimony.append(Testimony(of: witness, await witness.testify(on: judged)))
                return judge.verdict(on: judged, expecting: inLibrary)
            }
        }
        for row in times.indices { times[row].sort() }
        let subject =
            "page of \(exchange.response?.body.count ?? 0) bytes that is \(judge.verdict(on: exchange, expecting: builtIn).finding)"
        for (name, row) in [("validator alone", 0), ("answer judged", 2)] {
            let (ours, library) = (times[row], times[row + 1])
            func microseconds(_ part: Int, _ times: [Duration]) -> String {
                let all = times[times.count * part / 100] / .nanoseconds(100)
                return "\(all.rounded() / 10) µs"
            }
            let ratios = [10, 50].map { part in
                let (one, other) = (library[library.count * part / 100], ours[ours.count * part / 100])
                return "\((one / other * 100).rounded() / 100)"
            }
            print(
                "\(name), \(subject): with a library \(microseconds(50, library)), built in \(microseconds(50, ours)),",
                "ratio \(ratios[1]); of the faster tenth \(ratios[0])"
            )
        }
    }

    /// Prints how the memory grows once everything has been used.
    private static func printMemory(of witness: any Witness) async {
        let exchange = ProbeExchange(
            request: ProbeRequest("http://a.example/"),
            outcome: .success(ProbeResponse(status: 200, body: Array(word.utf8)))
        )
        for _ in 0..<100_000 { _ = await witness.testify(on: exchange) }
        let before = PluginRoundTrip.memory
        for _ in 0..<1_000_000 { _ = await witness.testify(on: exchange) }
        print("memory of the host grown by \(PluginRoundTrip.memory - before) KiB over 1000000 calls of a library")
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
