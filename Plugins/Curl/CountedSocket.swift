#if canImport(CCurl)
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A socket of libcurl that counts its received bytes.
///
/// libcurl closes it without notice, so another socket may later have its number.
struct CountedSocket {
    private let number: Int32
    private let identity: UInt64?

    init(_ number: Int32) {
        self.number = number
        identity = Self.identity(of: number)
    }

    /// The number of bytes that the socket has received, by the system's count of TCP; 0 if it is smaller than
    /// `minimum`, if the system does not count, or if the socket has been closed.
    func received(atLeast minimum: Int) -> Int {
        #if os(Linux)
        // tcp_info of <linux/tcp.h> has the number since Linux 4.1; the structure of the C library ends before it.
        let place = 128
        var information = [UInt8](repeating: 0, count: 256)
        var size = socklen_t(information.count)
        let status = unsafe getsockopt(number, Int32(IPPROTO_TCP), TCP_INFO, &information, &size)
        guard status == 0, Int(size) >= place + 8 else { return 0 }
        let count = unsafe information.withUnsafeBytes { unsafe $0.load(fromByteOffset: place, as: UInt64.self) }
        // If the number is the same socket's now, it was the same socket's before.
        guard count >= minimum, identity != nil, identity == Self.identity(of: number) else { return 0 }
        return Int(clamping: count)
        #else
        return 0
        #endif
    }

    private static func identity(of number: Int32) -> UInt64? {
        var status = stat()
        return unsafe fstat(number, &status) == 0 ? UInt64(status.st_ino) : nil
    }
}
#endif
