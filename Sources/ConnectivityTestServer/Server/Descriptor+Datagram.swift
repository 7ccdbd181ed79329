#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Descriptor {
    /// Whom a datagram came from.
    struct Peer: Sendable {
        fileprivate var address = sockaddr_in()
    }

    /// The largest question that is read; what is longer is cut, and no longer a question.
    private static let datagramByteCountMax = 4096

    /// Makes a socket for datagrams to a port of 127.0.0.1.
    static func datagramSocket(port: UInt16) throws(TestServerError) -> Int32 {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_DGRAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw TestServerError(.open, port: port, code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(TestServerError) {
            _ = try bind(descriptor, port)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    static func receiveDatagram(_ descriptor: Int32) -> (bytes: [UInt8], peer: Peer)? {
        var peer = Peer()
        var count = -1
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: datagramByteCountMax) { buffer, initializedCount in
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            count = unsafe withUnsafeMutablePointer(to: &peer.address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    unsafe recvfrom(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT), pointer, &size)
                }
            }
            initializedCount = max(0, count)
        }
        return count >= 0 ? (bytes, peer) : nil
    }

    /// Sends a datagram; one that the system does not take is lost, as others are.
    static func sendDatagram(_ descriptor: Int32, _ bytes: [UInt8], to peer: Peer) {
        unsafe withUnsafePointer(to: peer.address) { pointer in
            _ = unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bytes.withUnsafeBytes { buffer in
                    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
                    return unsafe sendto(
                        descriptor,
                        buffer.baseAddress,
                        buffer.count,
                        Int32(MSG_DONTWAIT),
                        pointer,
                        size
                    )
                }
            }
        }
    }

    /// Binds to a port of 127.0.0.1 and finds out which it became.
    static func bind(_ descriptor: Int32, _ port: UInt16) throws(TestServerError) -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                #if canImport(Darwin)
                let status = unsafe Darwin.bind(descriptor, pointer, size)
                #else
                let status = unsafe Glibc.bind(descriptor, pointer, size)
                #endif
                guard status == 0 else { return status }
                return unsafe getsockname(descriptor, pointer, &size)
            }
        }
        guard status == 0 else { throw TestServerError(.bind, port: port, code: errno) }
        return UInt16(bigEndian: address.sin_port)
    }
}
