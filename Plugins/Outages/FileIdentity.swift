#if os(Linux)
import ConnectivityToolkit
import Glibc

/// The file behind a path, even if the path leads to another file later.
struct FileIdentity: Hashable {
    private let device: UInt
    private let number: UInt

    init(_ path: String) throws(Errno) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { throw .last }
        (device, number) = (UInt(found.st_dev), UInt(found.st_ino))
    }

    /// Creates an empty file with these permissions, regardless of the umask; does not change an existing file.
    static func create(_ path: String, _ permissions: UInt16) throws(Errno) {
        do throws(Errno) {
            let file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL)
            // SQLite gives its rollback journal the same permissions.
            guard fchmod(file.number, mode_t(permissions)) == 0 else { throw .last }
        } catch {
            if error.number != EEXIST { throw error }
        }
    }
}
#endif
