#if canImport(Glibc)
import CSystem
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A descriptor that is closed once, at the latest with its last reference.
///
/// Child processes inherit no descriptor created here, not even a child that another thread starts at this moment.
package final class Descriptor: Sendable {
    private let held: AtomicNumber

    /// The number; -1 after the descriptor was closed or released, which poll(2) ignores.
    package var number: CInt { CInt(held.value) }

    /// Creates the owner of an open descriptor.
    package init(owning number: CInt) { held = AtomicNumber(Int(number)) }

    deinit { close() }

    /// Closes the descriptor, with no effect if it is closed; returns the reason if the system could not store the written data.
    @discardableResult
    package func close() -> Errno? {
        let number = release()
        return number < 0 || posixClose(number) == 0 ? nil : .last
    }

    /// Releases the descriptor, so that the caller closes it.
    package func release() -> CInt { CInt(held.exchange(-1)) }

    /// The standard streams of this process, which stay open.
    package static let (input, output) = (Descriptor(owning: STDIN_FILENO), Descriptor(owning: STDOUT_FILENO))
    package static let error = Descriptor(owning: STDERR_FILENO)

    /// Opens a file with flags of open(2), such as `O_RDONLY`; the permissions are those of a new file.
    package convenience init(opening path: String, _ flags: CInt, permissions: UInt16 = 0o600) throws(Errno) {
        let number = unsafe open(path, flags | O_CLOEXEC, mode_t(permissions))
        guard number >= 0 else { throw .last }
        self.init(owning: number)
    }

    /// Creates a pipe: the end to read from and the end to write to.
    package static func pipe(isBlocking: Bool = false) throws(Errno) -> (output: Descriptor, input: Descriptor) {
        var ends: [CInt] = [-1, -1]
        #if canImport(Glibc)
        guard unsafe connectivity_pipe(&ends, O_CLOEXEC | (isBlocking ? 0 : O_NONBLOCK)) == 0 else { throw .last }
        #else
        guard unsafe Darwin.pipe(&ends) == 0 else { throw .last }
        for end in ends { prepare(end, isBlocking: isBlocking) }
        #endif
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    #if canImport(Glibc)
    /// Enlarges the capacity of a pipe, if the system permits it (`F_SETPIPE_SZ`, fcntl(2)).
    package func enlargePipe(to byteCount: CInt) { _ = fcntl(number, 1031, byteCount) }
    #endif

    #if canImport(Darwin)
    private static func prepare(_ number: CInt, isBlocking: Bool) {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        if !isBlocking { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
    }
    #endif
}

// MARK: Bytes

extension Descriptor {
    /// Reads the available bytes, at most as many as the buffer has, and returns their number: 0 at the end, `nil`
    /// while the descriptor has none.
    package func read(into buffer: inout [UInt8]) throws(Errno) -> Int? {
        try result { unsafe buffer.withUnsafeMutableBytes { unsafe posixRead(number, $0) } }
    }

    /// Reads the available bytes, as ``read(into:)`` does; an error counts as the end.
    package func readOrEnd(into buffer: inout [UInt8]) -> Int? {
        do throws(Errno) { return try read(into: &buffer) } catch { return 0 }
    }

    /// Writes as many bytes as the system accepts at once, and returns their number; 0 if it accepts none yet.
    package func write(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let count = try result { unsafe bytes.withUnsafeBytes { unsafe posixWrite(number, $0) } }
        // A caller that tries again would not end.
        if count == 0, !bytes.isEmpty { throw Errno(EIO) }
        return count ?? 0
    }

    /// Writes all bytes; blocks the thread while a reader or a disk is slow.
    package func writeAll(_ bytes: [UInt8]) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(try write(rest))
            var waits = [pollfd.toWrite(number)]
            if !rest.isEmpty { _ = try Poll.wait(for: &waits, until: nil) }
        }
    }

    /// Sends as many bytes as the socket accepts without waiting; a closed connection causes no signal.
    ///
    /// Without a receiver, the bytes go to the peer of a connected socket. Returns their number; 0 if it accepts none yet.
    package func send(_ bytes: ArraySlice<UInt8>, to receiver: SocketAddress? = nil) throws(Errno) -> Int {
        try result {
            unsafe bytes.withUnsafeBytes { bytes in
                guard let receiver else { return unsafe posixSend(number, bytes, nil, 0) }
                return unsafe receiver.withForm { form, size in unsafe posixSend(number, bytes, form, size) }
            }
        } ?? 0
    }

    /// Repeats a call that a signal interrupted.
    private func result(_ call: () -> Int) throws(Errno) -> Int? {
        while true {
            let count = call()
            if count >= 0 { return count }
            let error = Errno.last
            if error.number == EINTR { continue }
            if error.number == EAGAIN || error.number == EWOULDBLOCK { return nil }
            throw error
        }
    }
}

// MARK: Sockets

extension Descriptor {
    #if canImport(Glibc)
    /// The types of sockets, which are not numbers in every C library.
    package static let (stream, datagram) = (CInt(SOCK_STREAM.rawValue), CInt(SOCK_DGRAM.rawValue))
    package static let raw = CInt(SOCK_RAW.rawValue)
    #else
    /// The types of sockets, which are not numbers in every C library.
    package static let (stream, datagram, raw) = (SOCK_STREAM, SOCK_DGRAM, SOCK_RAW)
    #endif

    /// Creates a socket of a family such as `AF_INET` and a type such as ``stream``; the protocol 0 is the default.
    package convenience init(
        socket family: CInt,
        _ type: CInt,
        protocol: CInt = 0,
        isBlocking: Bool = false
    ) throws(Errno) {
        #if canImport(Glibc)
        let flags = CInt(SOCK_CLOEXEC.rawValue) | (isBlocking ? 0 : CInt(SOCK_NONBLOCK.rawValue))
        let number = Glibc.socket(family, type | flags, `protocol`)
        #else
        let number = Darwin.socket(family, type, `protocol`)
        if number >= 0 { Self.prepare(number, isBlocking: isBlocking) }
        #endif
        guard number >= 0 else { throw .last }
        self.init(owning: number)
    }

    /// Accepts a connection, whose calls block if `isBlocking`.
    package func accept(isBlocking: Bool = false) throws(Errno) -> Descriptor {
        #if canImport(Glibc)
        let flags = CInt(SOCK_CLOEXEC.rawValue) | (isBlocking ? 0 : CInt(SOCK_NONBLOCK.rawValue))
        let accepted = connectivity_accept(number, flags)
        #else
        let accepted = unsafe Darwin.accept(number, nil, nil)
        if accepted >= 0 { Self.prepare(accepted, isBlocking: isBlocking) }
        #endif
        guard accepted >= 0 else { throw .last }
        return Descriptor(owning: accepted)
    }

    package func bind(to address: SocketAddress) throws(Errno) {
        guard unsafe address.withForm({ form, size in unsafe posixBind(number, form, size) }) == 0 else { throw .last }
    }

    /// Begins to accept connections; at most `queueLength` of them wait.
    package func listen(queueLength: CInt) throws(Errno) {
        guard posixListen(number, queueLength) == 0 else { throw .last }
    }

    /// Connects a socket; the error `EINPROGRESS` means that the connection has begun.
    package func connect(to address: SocketAddress) throws(Errno) {
        guard unsafe address.withForm({ form, size in unsafe posixConnect(number, form, size) }) == 0 else {
            throw .last
        }
    }

    /// Sets an option of a socket whose value is a number.
    @discardableResult
    package func set(_ option: CInt, of level: CInt, to value: CInt) -> Bool {
        var value = value
        return unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<CInt>.size)) == 0
    }

    /// The error of a connection that has begun; `nil` if it has none.
    package var connectError: Errno? {
        var (value, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        guard unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &value, &size) == 0 else { return .last }
        return value == 0 ? nil : Errno(value)
    }

    /// Ends all waiting for data, on any thread.
    package func endInput() { shutdown(number, CInt(SHUT_RD)) }

    /// Signals to the peer that no further data is sent.
    package func endOutput() { shutdown(number, CInt(SHUT_WR)) }

    package var address: SocketAddress? { unsafe SocketAddress { unsafe Int(getsockname(number, $0, $1)) } }

    package var peer: SocketAddress? { unsafe SocketAddress { unsafe Int(getpeername(number, $0, $1)) } }
}

// Calls whose names are also names of methods.

private func posixClose(_ number: CInt) -> CInt { close(number) }

private func posixRead(_ number: CInt, _ room: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(number, room.baseAddress, room.count)
}

private func posixWrite(_ number: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(number, bytes.baseAddress, bytes.count)
}

private func posixSend(
    _ number: CInt,
    _ bytes: UnsafeRawBufferPointer,
    _ receiver: UnsafePointer<sockaddr>?,
    _ size: socklen_t
) -> Int {
    #if canImport(Glibc)
    let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    #else
    let flags = MSG_DONTWAIT
    #endif
    return unsafe sendto(number, bytes.baseAddress, bytes.count, flags, receiver, size)
}

private func posixBind(_ number: CInt, _ form: UnsafePointer<sockaddr>, _ size: socklen_t) -> CInt {
    unsafe bind(number, form, size)
}

private func posixConnect(_ number: CInt, _ form: UnsafePointer<sockaddr>, _ size: socklen_t) -> CInt {
    unsafe connect(number, form, size)
}

private func posixListen(_ number: CInt, _ queueLength: CInt) -> CInt { listen(number, queueLength) }
