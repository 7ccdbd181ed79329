#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Binds sockets to network interfaces, so that nothing can leave through another one.
public enum DeviceBinding: Sendable {
    /// The longest name of an interface, `IFNAMSIZ` without the zero byte; the kernel cuts longer ones off.
    private static let nameByteCountMax = 15

    /// Binds a socket to an interface, before it is connected.
    ///
    /// On Linux this is `SO_BINDTODEVICE` (socket(7)), which anyone may use since Linux 5.7 on a socket that is not bound
    /// yet (commit c427bfec18f2), and before that only with `CAP_NET_RAW`. On Apple platforms it is `IP_BOUND_IF`
    /// and `IPV6_BOUND_IF`, for anyone. On any thread; it does not block.
    ///
    /// - Parameters:
    ///   - descriptor: The socket.
    ///   - name: The name of the interface.
    /// - Returns: Zero, or the system's number of what is wrong, such as `ENODEV` and `EPERM`; the socket must not be used
    ///   then.
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
        // A socket has one family, and refuses the option of the other.
        let statuses = [
            unsafe setsockopt(descriptor, Int32(IPPROTO_IP), IP_BOUND_IF, &index, size),
            unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_BOUND_IF, &index, size),
        ]
        return statuses.contains(0) ? 0 : errno
        #else
        return ENOTSUP
        #endif
    }

    /// The system's words for a number of ``bind(_:to:)``, with what is likely behind it.
    /// - Parameters:
    ///   - number: The number.
    ///   - name: The name of the interface.
    /// - Returns: One line.
    public static func explanation(of number: Int32, for name: String) -> String {
        let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        let hint = number == EPERM ? ", which before Linux 5.7 needs CAP_NET_RAW" : ""
        return "binding to the interface \(name): \(words)\(hint)"
    }
}
