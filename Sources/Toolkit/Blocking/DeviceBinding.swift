#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Binds sockets to network interfaces, so that no packet leaves through another interface.
public enum DeviceBinding: Sendable {
    /// The maximum length of an interface name, `IFNAMSIZ` without the zero byte; the kernel truncates longer names.
    private static let nameByteCountMax = 15

    /// Binds a socket to the interface with a name, before the socket is connected.
    ///
    /// On Linux this is `SO_BINDTODEVICE` (socket(7)). Since Linux 5.7 any user may set it on a socket that is not bound yet
    /// (commit c427bfec18f2); before that, it needs `CAP_NET_RAW`. On Apple platforms it is `IP_BOUND_IF` and `IPV6_BOUND_IF`,
    /// for any user. The call does not block and may be made on any thread.
    ///
    /// - Returns: Zero, or the system's error number, such as `ENODEV` or `EPERM`; after an error the socket must not be used.
    public static func bind(_ descriptor: Int32, to name: String) -> Int32 {
        guard !name.isEmpty, name.utf8.count <= nameByteCountMax, !name.utf8.contains(0) else { return ENODEV }
        #if os(Linux)
        let status = unsafe setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_BINDTODEVICE,
            name,
            socklen_t(name.utf8.count)
        )
        return status == 0 ? 0 : errno
        #elseif canImport(Darwin)
        var index = if_nametoindex(name)
        guard index != 0 else { return ENODEV }
        let size = socklen_t(MemoryLayout.size(ofValue: index))
        // A socket has one family, and rejects the option of the other.
        let statuses = [
            unsafe setsockopt(descriptor, Int32(IPPROTO_IP), IP_BOUND_IF, &index, size),
            unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_BOUND_IF, &index, size),
        ]
        return statuses.contains(0) ? 0 : errno
        #else
        return ENOTSUP
        #endif
    }

    /// Returns the system's message for an error number of ``bind(_:to:)``, with the likely cause, on one line.
    public static func explanation(of number: Int32, for name: String) -> String {
        let hint = number == EPERM ? ", which requires CAP_NET_RAW before Linux 5.7" : ""
        return "binding to the interface \(name): \(Errno(number))\(hint)"
    }
}
