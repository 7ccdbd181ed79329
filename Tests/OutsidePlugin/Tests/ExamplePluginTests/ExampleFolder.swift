import Foundation

/// A folder in place of /run/example, with an interface whose link is up and its lease; removed after the test.
final class ExampleFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url.appending(path: "leases"), withIntermediateDirectories: true)
        try write("up", to: "link")
        try write("server=192.0.2.53\nmetered=yes\n", to: "leases/example0.lease")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the path of a file in the folder.
    func path(_ name: String) -> String { url.appending(path: name).path() }

    /// Replaces a file atomically, so that no reader sees half of it.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: url.appending(path: name), options: .atomic)
    }

    /// Returns the text of a file.
    func text(_ name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }

    /// Returns the package's configuration with this folder in place of /run/example.
    /// - Parameter port: The port of the STUN server.
    /// - Returns: The text of the configuration.
    /// - Throws: The error of a file that cannot be read.
    func configuration(stunPort port: UInt16) throws -> String {
        let file = URL(filePath: #filePath).appending(path: "../../../example.json").standardizedFileURL
        return try String(contentsOf: file, encoding: .utf8)
            .replacing("/run/example", with: url.path())
            .replacing("3478", with: "\(port)")
    }
}
