#if os(Linux)
internal import ConnectivityBlocking
internal import ConnectivityCore

/// A library as a program: this process answers for it on standard input and output.
///
/// So a library can be checked, and used, without being able to harm the host.
package enum LibraryProgram {
    /// Answers until the input ends.
    /// - Parameter path: The absolute path of the library. If it cannot be used, that is the answer to `hello`.
    /// - Throws: If the system cannot create a thread.
    package static func run(_ path: String) async throws {
        try await DedicatedThread.run {
            var calls = LibraryCalls()
            let introduction: Result<JSON, PluginFault>
            do throws(PluginFault) {
                let files = try LibraryFile.all(at: path)
                guard let file = files.first, files.count == 1 else {
                    throw PluginFault(.start, "\(path) is a folder; name one library in it")
                }
                try calls.load(file)
                let written = try calls.introduction()
                _ = try PluginManifest(ofLibrary: written)
                introduction = .success(written)
            } catch {
                introduction = .failure(error)
            }
            PluginServer(introduction: introduction) { use, options, exchange throws(PluginFault) in
                let use = LibraryUse(id: use, options: options.sorted.text)
                return try calls.verdict(use, on: exchange).plugin(of: "validate")
            }.run()
            calls.end()
        } stop: {
        }
    }
}
#endif
