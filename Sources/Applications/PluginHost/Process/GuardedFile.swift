#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// A file whose content only root and trusted users can change or replace.
enum GuardedFile {
    /// The mode bits for writing by other users (inode(7)).
    private static let writableByOthers: mode_t = 0o022
    private static let sticky: mode_t = 0o1000
    /// The maximum number of symbolic links in a path, as in the kernel.
    private static let linkCountMax = 40

    /// Checks a file or folder at an absolute path, and each folder and symbolic link of the path, up to the root.
    ///
    /// In a folder with the sticky bit, such as /tmp, other users cannot replace a folder that they do not own, so it may be
    /// part of the path; the file itself, and a link, must not be in it, because other users can add files to it.
    ///
    /// Besides root, `users` may own the file and the parts of its path. The fault names the part that is missing or that
    /// other users can change.
    static func check(_ path: String, trusting users: Set<uid_t>) throws(PluginFault) {
        var rest = Array(path.split(separator: "/").reversed())
        var way: [(name: Substring, status: stat)] = []
        var linkCount = 0
        func place(_ names: [Substring]) -> String { "/" + names.joined(separator: "/") }
        var folder = try status(of: "/", path, users)
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                _ = way.popLast()
                if let last = way.last { folder = last.status } else { folder = try status(of: "/", path, users) }
                continue
            }
            let next = place(way.map(\.name) + [name])
            let found = try status(of: next, path, users)
            let kind = found.st_mode & S_IFMT
            guard folder.st_mode & writableByOthers == 0 || kind == S_IFDIR && folder.st_mode & sticky != 0 else {
                throw openFolder(place(way.map(\.name)), path)
            }
            if kind == S_IFLNK {
                linkCount += 1
                guard linkCount <= linkCountMax else { throw unreadable(path, ELOOP) }
                let aim = try target(of: next)
                if aim.hasPrefix("/") {
                    way = []
                    folder = try status(of: "/", path, users)
                }
                rest += aim.split(separator: "/").reversed()
            } else {
                way.append((name, found))
                folder = found
            }
        }
        guard folder.st_mode & writableByOthers == 0 else {
            if folder.st_mode & S_IFMT == S_IFDIR { throw openFolder(place(way.map(\.name)), path) }
            throw PluginFault(.start, "\(path) is not started, because others can change it; chmod go-w")
        }
    }

    private static func openFolder(_ folder: String, _ path: String) -> PluginFault {
        PluginFault(.start, "\(path) is not started, because others can write into the folder \(folder); chmod go-w")
    }

    static func unreadable(_ path: String, _ number: CInt) -> PluginFault {
        let shortage = ProbeFailure.Resource(errno: number)
        return PluginFault(.start, "\(path) cannot be read: \(Errno(number))", shortage: shortage)
    }

    /// The status of the file at a path, whose owner must be root or one of the users.
    private static func status(of place: String, _ path: String, _ users: Set<uid_t>) throws(PluginFault) -> stat {
        var status = stat()
        guard unsafe lstat(place, &status) == 0 else { throw unreadable(path, errno) }
        guard status.st_uid == 0 || users.contains(status.st_uid) else {
            throw PluginFault(.start, "\(place) belongs neither to root nor to this user, but to user \(status.st_uid)")
        }
        return status
    }

    private static func target(of link: String) throws(PluginFault) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(link, &bytes, bytes.count)
        guard count >= 0 else { throw unreadable(link, errno) }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
#endif
