import Foundation

/// The folder of all files of these tests, which is removed when their process ends.
let temporaryFolder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "connectivity-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    atexit { try? FileManager.default.removeItem(at: temporaryFolder) }
    return folder
}()

/// Returns a path in the folder of these tests at which there is nothing yet.
func temporaryPath(_ suffix: String = "") -> String {
    temporaryFolder.appending(path: UUID().uuidString + suffix).path()
}

/// Writes a text to a file in the folder of these tests, and returns its path.
func temporaryFile(_ text: String, suffix: String = "") throws -> String {
    let path = temporaryPath(suffix)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
}
