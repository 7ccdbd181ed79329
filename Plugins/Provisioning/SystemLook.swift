#if os(Linux)
import ConnectivityToolkit
import Glibc

/// The files and folders that one look at the system reads, each once for all interfaces.
///
/// A look is short. A change in the meantime causes another look, because paths are watched before they are read.
final class SystemLook: Sendable {
    /// The total size of the kept files, in bytes; further files are read for each request.
    private static let byteCountMax = 4 << 20
    /// The number of missing files in a folder after which the folder is listed, instead of trying each file.
    private static let missingCountMax = 4

    private struct State {
        /// The bytes of each file; `nil` if it cannot be read.
        var files: [String: [UInt8]?] = [:]
        var byteCount = 0
        /// The sorted names in each folder; `nil` if it cannot be read.
        var folders: [String: [String]?] = [:]
        /// The same names, for folders in which many files were missing.
        var present: [Substring: Set<String>?] = [:]
        var missingCounts: [Substring: Int] = [:]
    }

    private let state = Lock(State())

    /// Returns the bytes of a file, as ``SystemFile/bytes(_:)`` does.
    func bytes(_ path: String) -> [UInt8]? {
        state.withLock { state in
            if let known = state.files[path] { return known }
            let slash = path.lastIndex(of: "/") ?? path.startIndex
            let folder = path[..<slash]
            if state.missingCounts[folder, default: 0] >= Self.missingCountMax {
                let names = state.present[folder] ?? Self.names(in: String(folder), &state).map { Set($0) }
                state.present.updateValue(names, forKey: folder)
                if let names, !names.contains(String(path[slash...].dropFirst())) { return nil }
            }
            let bytes = SystemFile.read(path)
            if bytes == nil { state.missingCounts[folder, default: 0] += 1 }
            let byteCount = state.byteCount + (bytes?.count ?? 0)
            guard byteCount <= Self.byteCountMax else { return bytes }
            state.byteCount = byteCount
            state.files.updateValue(bytes, forKey: path)
            return bytes
        }
    }

    /// Returns all names in a folder, sorted; `nil` if it cannot be read.
    func names(in path: String) -> [String]? { state.withLock { Self.names(in: path, &$0) } }

    private static func names(in path: String, _ state: inout State) -> [String]? {
        if let known = state.folders[path] { return known }
        let names = SystemFile.list(path, limit: .max) { _ in true }
        state.folders.updateValue(names, forKey: path)
        return names
    }
}
#endif
