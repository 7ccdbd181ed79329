#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A minimal blocking TCP client with access to every byte.
struct LoopbackClient {
    enum Ending: Equatable {
        case orderly, reset, timedOut
    }

    enum Failure: Error {
        case refused(code: Int32)
    }

    private static let waitSecondsMax = 20
    private let descriptor: Int32

    init(port: UInt16) throws(Failure) {
        #if canImport(Darwin)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var limit = timeval(tv_sec: Self.waitSecondsMax, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = descriptor
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let code = errno
            close(descriptor)
            throw .refused(code: code)
        }
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                unsafe Darwin.send(descriptor, buffer.baseAddress, buffer.count, flags)
                #else
                unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, flags)
                #endif
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads at most one chunk, so that a test knows that the server has sent it.
    func readSome() -> [UInt8] {
        var count = 0
        return unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, initializedCount in
            count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            initializedCount = max(0, count)
        }
    }

    /// Reads to the end of the connection and closes it.
    func readAll() -> (byteCount: Int, start: [UInt8], ending: Ending) {
        defer { close(descriptor) }
        var start: [UInt8] = []
        var byteCount = 0
        while true {
            errno = 0
            let chunk = readSome()
            if chunk.isEmpty {
                let code = errno
                let ending: Ending = code == 0 ? .orderly : code == ECONNRESET ? .reset : .timedOut
                return (byteCount, start, ending)
            }
            byteCount += chunk.count
            if start.count < 1 << 20 { start += chunk }
        }
    }

    /// Sends a request and reads the complete answer.
    static func exchange(port: UInt16, _ request: String) throws(Failure) -> (text: String, ending: Ending) {
        let client = try LoopbackClient(port: port)
        client.send(request)
        let answer = client.readAll()
        return (String(decoding: answer.start, as: UTF8.self), answer.ending)
    }
}
