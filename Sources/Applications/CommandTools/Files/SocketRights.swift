import ConnectivityKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

private typealias Group = group

/// The users with access to a socket that refused this user.
package struct SocketRights {
    private let path: String
    private let owner, team: String
    private let isForGroup: Bool

    /// Reads the rights of a socket; `nil` if this user may write to it, or if it does not exist.
    package init?(_ path: String) {
        var status = stat()
        guard unsafe access(path, W_OK) != 0, errno == EACCES, unsafe stat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFSOCK
        else { return nil }
        self.path = path
        owner = Self.name(ofUser: status.st_uid)
        team = Self.name(ofGroup: status.st_gid)
        isForGroup = status.st_mode & S_IWGRP != 0
    }

    package var advice: String {
        let whose = isForGroup ? "user \(owner) and group \(team)" : "user \(owner)"
        return "only \(whose) may ask this service; run status as one of them, such as with sudo, or ask the network "
            + "yourself (check)"
    }

    private static func name(ofUser id: uid_t) -> String {
        var (entry, result) = unsafe (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 4096)
        guard unsafe getpwuid_r(id, &entry, &buffer, buffer.count, &result) == 0, unsafe result != nil else {
            return "\(id)"
        }
        return unsafe String(cString: entry.pw_name).printable(limit: 40)
    }

    private static func name(ofGroup id: gid_t) -> String {
        var (entry, result) = unsafe (Group(), UnsafeMutablePointer<Group>?.none)
        var buffer = [CChar](repeating: 0, count: 4096)
        guard unsafe getgrgid_r(id, &entry, &buffer, buffer.count, &result) == 0, unsafe result != nil else {
            return "\(id)"
        }
        return unsafe String(cString: entry.gr_name).printable(limit: 40)
    }
}
