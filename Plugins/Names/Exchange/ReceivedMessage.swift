#if canImport(CCares)
import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
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
        let peer = unsafe SocketAddress { unsafe Int(getpeername(descriptor, $0, $1)) }
        server = peer.flatMap { peer in
            peer.ip.flatMap { IPAddress(bytes: $0) }.map { NameServer($0, port: peer.port ?? 0) }
        }
        transport = Self.isStream(descriptor) ? .tcp : .udp
    }

    private static func isStream(_ descriptor: Int32) -> Bool {
        var type: Int32 = 0
        var count = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &count) == 0 else { return false }
        return type == Descriptor.stream
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
