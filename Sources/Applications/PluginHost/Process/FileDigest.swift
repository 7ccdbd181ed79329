#if os(Linux)
import CSystem
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// The SHA-256 of a regular file; it identifies the program of a plugin.
struct FileDigest: Sendable {
    /// 64 hexadecimal digits.
    let text: String
    /// The mode of the file (inode(7)).
    let mode: UInt32

    /// The error number of a file without a digest; `EINVAL` if it is not a regular file.
    struct Refusal: Error {
        let number: Int32
    }

    /// The identity of a file and its last change; only root can set the time of the last change (inode(7)).
    private struct Identity: Equatable {
        let device, node: UInt64
        let size: Int64
        let seconds, nanoseconds: Int64
    }

    private static let known = Lock<[String: (identity: Identity, digest: FileDigest)]>([:])
    private static let countMax = 256
    /// Age in seconds up to which a file may change again without a new time.
    private static let unsettled: Int64 = 2

    /// Returns the digest of a file, which is read again only if it has changed.
    static func of(_ path: String) throws(Refusal) -> FileDigest {
        let identity = identity(of: path)
        if let identity, let held = known.withLock({ $0[path] }), held.identity == identity { return held.digest }
        let digest = try FileDigest(of: path)
        if let identity, time(nil) - Int(identity.seconds) > Self.unsettled {
            known.withLock { known in
                if known.count >= countMax { known.removeAll() }
                known[path] = (identity, digest)
            }
        }
        return digest
    }

    init(of path: String) throws(Refusal) {
        var bytes = [UInt8](repeating: 0, count: 32)
        var mode: UInt32 = 0
        let number = unsafe connectivity_file_digest(path, &bytes, &mode)
        guard number == 0 else { throw Refusal(number: number) }
        text = bytes.hexadecimal
        self.mode = mode
    }

    private static func identity(of path: String) -> Identity? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Identity(
            device: UInt64(status.st_dev),
            node: UInt64(status.st_ino),
            size: Int64(status.st_size),
            seconds: Int64(status.st_ctim.tv_sec),
            nanoseconds: Int64(status.st_ctim.tv_nsec)
        )
    }
}
#endif
