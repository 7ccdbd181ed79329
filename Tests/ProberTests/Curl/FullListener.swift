#if canImport(CCurl)
import ConnectivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A listening socket with a full queue, so that the kernel drops further connection attempts.
@safe final class FullListener {
    struct SystemError: Error {
        let number: Int32
    }

    let port: UInt16
    var url: HTTPURL { HTTPURL(stringLiteral: "http://127.0.0.1:\(port)/") }
    private let listener: Int32
    private var clients: [Int32] = []

    init() throws {
        let listener = try Self.streamSocket()
        self.listener = listener
        var address = loopback(port: 0)
        try unsafe check(withSocketAddress(&address) { unsafe bind(listener, $0, $1) })
        try check(listen(listener, 0))
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try unsafe check(withSocketAddress(&address) { pointer, _ in unsafe getsockname(listener, pointer, &length) })
        port = UInt16(bigEndian: address.sin_port)
        // A queue of length 0 accepts one connection on Linux; the others wait in the kernel.
        for _ in 0..<4 {
            let client = try Self.streamSocket()
            clients.append(client)
            _ = fcntl(client, F_SETFL, O_NONBLOCK)
            _ = unsafe withSocketAddress(&address) { unsafe connect(client, $0, $1) }
        }
    }

    deinit {
        for descriptor in clients + [listener] { close(descriptor) }
    }

    private static func streamSocket() throws -> Int32 {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        try check(descriptor)
        return descriptor
    }
}

func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

func withSocketAddress(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
    unsafe withUnsafeMutablePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}

func check(_ status: Int32) throws {
    if status < 0 { throw FullListener.SystemError(number: errno) }
}
#endif
