#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import Foundation

@testable import ConnectivityPluginHost

/// A library that is compiled from C, in a separate folder, which is removed with the value; a library that was loaded stays
/// usable without its file.
final class TestLibrary: Sendable {
    let folder: String
    let path: String

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path()
    static let header = root + "Sources/CConnectivityPlugin/connectivity_plugin.h"

    // The arguments are bodies of functions in C; by default the library registers an expectation without an opinion.
    // `say(reply, capacity, text)` writes a reply, and the body of `entry` can change `table`.
    convenience init(
        validate: String = #"return say(reply, capacity, "{\"verdict\": \"inconclusive\"}");"#,
        introduce: String = "return say(reply, capacity, INTRODUCTION);",
        open: String? = nil,
        entry: String = "return &table;",
        more: String = "",
        header: String = header
    ) throws {
        try self.init(
            whole: """
                #include <signal.h>
                #include <stdio.h>
                #include <stdlib.h>
                #include <string.h>
                #include <sys/wait.h>
                #include <unistd.h>
                #include "\(header)"
                #define INTRODUCTION "{\\"protocol\\": 1, \\"name\\": \\"test\\", \\"version\\": \\"1.5\\", \\"registers\\": " \\
                    "[{\\"use\\": \\"validator.example.test\\", \\"expectation\\": true, \\"options\\": {\\"type\\": \\"object\\", " \\
                    "\\"properties\\": {\\"word\\": {\\"type\\": \\"string\\"}}}}]}"
                static size_t say(char *reply, size_t capacity, const char *text) {
                    size_t length = strlen(text);
                    memcpy(reply, text, length < capacity ? length : capacity);
                    return length;
                }
                \(more)
                static size_t introduce(char *reply, size_t capacity) { \(introduce) }
                static size_t validate(void *state, const struct connectivity_exchange_v1 *exchange, char *reply, size_t capacity) {
                    \(validate)
                }
                static size_t start(struct connectivity_bytes use, struct connectivity_bytes options, void **state, char *reply,
                                    size_t capacity) {
                    \(open ?? "return 0;")
                }
                static void end(void *state) { if (state) free(state); }
                struct connectivity_table_v1 table = {
                    sizeof(struct connectivity_table_v1), introduce, \(open == nil ? "NULL, NULL" : "start, end"), validate
                };
                const struct connectivity_table_v1 *connectivity_plugin_v1(void) { \(entry) }
                """
        )
    }

    // Compiles a library from a whole source, as `CC` and `CFLAGS` of the environment say.
    init(whole source: String) throws {
        folder = NSTemporaryDirectory() + "connectivity-library-\(UUID().uuidString)"
        path = folder + "/plugin.so"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        try Data(source.utf8).write(to: URL(filePath: folder + "/plugin.c"))
        let compiler = Process()
        let environment = ProcessInfo.processInfo.environment
        compiler.executableURL = URL(filePath: environment["CC"] ?? "/usr/bin/cc")
        let flags = environment["CFLAGS"]?.split(separator: " ").map(String.init) ?? []
        compiler.arguments =
            flags + ["-w", "-shared", "-fPIC", "-fvisibility=hidden", "-o", path, folder + "/plugin.c"]
        try compiler.run()
        compiler.waitUntilExit()
        guard compiler.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        // Whatever the mask of this process is.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func load(within limit: Duration = .seconds(20)) async throws -> LoadedLibrary {
        let files = try LibraryFile.all(at: path)
        return try await LoadedLibrary(files[0], within: limit)
    }

    /// Writes a reply, as a statement of C.
    static func say(_ reply: String) -> String {
        let escaped = reply.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "return say(reply, capacity, \"\(escaped)\");"
    }
}

extension LoadedLibrary {
    /// The first component as a witness.
    func witness(options: JSON = .object([])) -> PluginWitness<LoadedLibrary> {
        PluginWitness(plugin: self, component: manifest.registers[0], options: options)
    }
}
#endif
