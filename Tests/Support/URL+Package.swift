public import Foundation

extension URL {
    /// The folder of this package.
    public static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL
}
