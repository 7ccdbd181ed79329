#if os(Linux)
import ConnectivityToolkit

extension SystemFile {
    static let entryCountMax = 64

    /// Returns the bytes of a file; `nil` if it is missing, unreadable, not plain, or larger than ``byteCountMax``.
    static func bytes(_ path: String) -> [UInt8]? {
        guard let look else { return read(path) }
        return look.bytes(path)
    }

    /// The look that includes the current call; `nil` if each call reads for itself.
    @TaskLocal static var look: SystemLook?

    /// Returns at most `limit` matching names in a folder, sorted, without `.` and `..`.
    ///
    /// The result is `nil` if the folder cannot be read, with the reason in `errno`.
    static func names(
        in path: String,
        limit: Int,
        where matches: (String) -> Bool = { _ in true }
    ) -> [String]? {
        guard let look else { return list(path, limit: limit, where: matches) }
        return look.names(in: path).map { Array($0.lazy.filter(matches).prefix(limit)) }
    }
}
#endif
