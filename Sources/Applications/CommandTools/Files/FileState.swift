import ConnectivityKit
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The file at a path, and the rights of this process to it (access(2), by the effective user).
package struct FileState {
    private static let authoritiesByteCountMax = 16 << 20

    let path: String
    /// The kind of the file after any links, such as `S_IFREG`; `nil` if the file does not exist or is not accessible.
    let kind: mode_t?

    init(_ path: String) {
        self.path = path
        var status = stat()
        kind = unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private var name: String { path.printable(limit: 200) }

    /// The error that refuses an access to the path; `nil` if it is permitted.
    private func refusal(_ mode: CInt, of other: String? = nil) -> Errno? {
        unsafe faccessat(AT_FDCWD, other ?? path, mode, AT_EACCESS) == 0 ? nil : .last
    }

    /// The folder of the path; for a link, the folder of its target.
    private var folder: String {
        var path = path
        if kind != nil, let real = unsafe realpath(path, nil) {
            defer { unsafe free(real) }
            path = unsafe String(cString: real)
        }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    var faultOfProgram: String? {
        guard let kind else { return "there is no program \(name)" }
        guard kind == S_IFREG, refusal(X_OK) == nil else { return "\(name) is not executable" }
        return nil
    }

    var faultOfReading: String? {
        if kind == S_IFDIR { return "\(name) is a folder" }
        return refusal(R_OK).map { "\(name) cannot be read (\($0))" }
    }

    var faultOfWriting: String? {
        if kind == S_IFDIR { return "\(name) is a folder" }
        guard kind != nil else { return faultOfFolder }
        return refusal(W_OK).map { "\(name) cannot be written (\($0))" }
    }

    var faultOfReplacing: String? {
        if let kind, kind != S_IFREG { return faultOfWriting }
        return faultOfFolder
    }

    private var faultOfFolder: String? {
        let folder = folder
        guard let error = refusal(W_OK | X_OK, of: folder) else { return nil }
        return "\(name) cannot be written, because of its folder \(folder.printable(limit: 200)) (\(error))"
    }

    var faultOfSocket: String? {
        guard kind == S_IFSOCK else { return "there is no socket \(name)" }
        return refusal(W_OK).map { "\(name) cannot be used (\($0))" }
    }

    var faultOfAuthorities: String? {
        do throws(WholeFile.Fault) {
            let text = try WholeFile(path, limit: Self.authoritiesByteCountMax).whole
            return Self.hasCertificate(text) ? nil : "\(name) has no certificate in PEM"
        } catch {
            return "\(name) cannot be read (\(error))"
        }
    }

    /// Whether a text contains a certificate in PEM (RFC 7468).
    package static func hasCertificate(_ text: [UInt8]) -> Bool {
        text.contains(bytes: Array("CERTIFICATE-----".utf8))
    }
}
