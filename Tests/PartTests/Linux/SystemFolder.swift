import Foundation

/// A folder that is used as `/` and removed with the test.
final class SystemFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "provisioned-\(UUID().uuidString)")

    var path: String { url.path() }

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    /// Replaces a file, as daemons do, and creates missing folders.
    func write(_ text: String, to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file, options: .atomic)
    }

    /// Appends to an existing file, as dhclient does.
    func append(_ text: String, to path: String) throws {
        let handle = try FileHandle(forWritingTo: url.appending(path: path))
        defer { try? handle.close() }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: url.appending(path: path)) }
}
