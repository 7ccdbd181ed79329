#if canImport(CCares)
internal import ConnectivityCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The message or status with which c-ares ended a question.
final class ReceivedMessage {
    /// The socket that c-ares currently reads from.
    var descriptor: Int32 = -1
    /// The status of c-ares; `nil` while the question is pending.
    var status: Int32?
    private(set) var bytes: [UInt8] = []
    private(set) var server: NameServer?
    private(set) var transport: NameExchange.Transport?

    fileprivate func end(_ status: Int32, _ message: UnsafeMutableRawBufferPointer?) {
        self.status = status
        guard let message = unsafe message else { return }
        bytes = unsafe Array(message.prefix(DNSReply.byteCountMax))
        server = Self.peer(of: descriptor)
        transport = Self.isStream(descriptor) ? .tcp : .udp
    }

    private static func peer(of descriptor: Int32) -> NameServer? {
        var address = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let bytes: [UInt8]? = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            let status = unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getpeername(descriptor, $0, &count)
            }
            return status == 0 ? unsafe Array(UnsafeRawBufferPointer(start: pointer, count: Int(count))) : nil
        }
        guard let bytes, bytes.count >= 8 else { return nil }
        // The offsets of the address in sockaddr_in and sockaddr_in6; the port is in the third and fourth byte of
        // both.
        let range = Int32(address.ss_family) == AF_INET ? 4..<8 : 8..<24
        guard bytes.count >= range.upperBound, let address = IPAddress(bytes: bytes[range]) else { return nil }
        return NameServer(address, port: UInt16(bytes[2]) << 8 | UInt16(bytes[3]))
    }

    private static func isStream(_ descriptor: Int32) -> Bool {
        var type: Int32 = 0
        var count = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &count) == 0 else { return false }
        #if canImport(Glibc)
        return type == Int32(SOCK_STREAM.rawValue)
        #else
        return type == SOCK_STREAM
        #endif
    }
}

/// Receives the result; called once per question, at the latest when its channel ends.
func receiveMessage(
    _ context: UnsafeMutableRawPointer?,
    _ status: Int32,
    _ timeouts: Int32,
    _ bytes: UnsafeMutablePointer<UInt8>?,
    _ count: Int32
) {
    guard let context = unsafe context else { return }
    let received = unsafe Unmanaged<ReceivedMessage>.fromOpaque(context).takeUnretainedValue()
    let message = unsafe bytes.map { unsafe UnsafeMutableRawBufferPointer(start: $0, count: Int(count)) }
    unsafe received.end(status, message)
}
#endif
