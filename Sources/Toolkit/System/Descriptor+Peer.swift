#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Descriptor {
    /// Whether the process at the other end of a Unix socket ran as root or this user, or in this process's group, when it connected.
    ///
    /// It is `false` if the system does not say (unix(7), `SO_PEERCRED` and `SO_PEERGROUPS`; getpeereid(3)).
    package var isPeerTrusted: Bool {
        #if canImport(Glibc)
        // The process, its user and its group.
        guard let peer = numbers(of: SO_PEERCRED, atMost: 3), peer.count == 3 else { return false }
        let (user, groups) = (peer[1], [peer[2]] + (numbers(of: 59, atMost: 65_536) ?? []))
        #else
        var (user, group) = (uid_t.max, gid_t.max)
        guard unsafe getpeereid(number, &user, &group) == 0 else { return false }
        let groups = [group]
        #endif
        return user == 0 || user == geteuid() || groups.contains(getegid())
    }

    #if canImport(Glibc)
    private func numbers(of option: CInt, atMost count: Int) -> [UInt32]? {
        var numbers = [UInt32](repeating: 0, count: count)
        var length = socklen_t(count * MemoryLayout<UInt32>.stride)
        guard unsafe getsockopt(number, SOL_SOCKET, option, &numbers, &length) == 0 else { return nil }
        return Array(numbers.prefix(Int(length) / MemoryLayout<UInt32>.stride))
    }
    #endif
}
