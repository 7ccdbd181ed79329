#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Files that a test names: absolute, or relative to its folder or any folder above it.

/// Returns the contents of a file, or `nil` if it cannot be read.
func contents(of path: String, from test: String) -> [UInt8]? {
    first(of: path, from: test) { FileManager.default.contents(atPath: $0).map { Array($0) } }
}

/// Returns the names of the files in a folder, or `nil` if it cannot be read.
func names(in path: String, from test: String) -> [String]? {
    first(of: path, from: test) { try? FileManager.default.contentsOfDirectory(atPath: $0) }
}

/// Returns the path of an existing file, or `nil`.
package func pathOfFile(_ path: String, from test: String) -> String? {
    first(of: path, from: test) { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
}

private func first<Value>(of path: String, from test: String, _ read: (String) -> Value?) -> Value? {
    if path.hasPrefix("/") { return read(path) }
    var folders = test.split(separator: "/").dropLast()
    while true {
        let candidate = (folders.map { "/\($0)" } + ["/\(path)"]).joined()
        if let value = read(candidate) { return value }
        if folders.popLast() == nil { return nil }
    }
}
