#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that a user names.
enum InstalledProgram {
    /// Returns the absolute path of a program; a name without a slash is searched for.
    static func find(_ name: String, in list: String?) -> String? {
        let folders = list ?? "/usr/local/bin:/usr/bin:/bin"
        guard name.contains("/") else {
            return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }.first {
                $0.hasPrefix("/") && isProgram($0)
            }
        }
        guard !name.hasPrefix("/") else { return isProgram(name) ? name : nil }
        guard let folder = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(folder) }
        let path = "\(unsafe String(cString: folder))/\(name)"
        return isProgram(path) ? path : nil
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, X_OK) == 0
    }
}
