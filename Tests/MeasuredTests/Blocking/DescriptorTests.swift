import ConnectivityToolkit
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct `A descriptor` {
    private func flags(_ descriptor: Descriptor) -> (closes: Bool, blocks: Bool) {
        (fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC != 0, fcntl(descriptor.number, F_GETFL) & O_NONBLOCK == 0)
    }

    /// A listener on loopback with an open connection, and both ends of that.
    private func connection(isBlocking: Bool) throws -> (listener: Descriptor, client: Descriptor, server: Descriptor) {
        let listener = try Descriptor(socket: AF_INET, Descriptor.stream, isBlocking: isBlocking)
        try listener.bind(to: SocketAddress(ip: [127, 0, 0, 1]))
        try listener.listen(queueLength: 1)
        let client = try Descriptor(socket: AF_INET, Descriptor.stream, isBlocking: true)
        try client.connect(to: try #require(listener.address))
        return (listener, client, try listener.accept(isBlocking: isBlocking))
    }

    @Test(arguments: [false, true]) func `No child inherits a pipe or a socket, and each waits as it was asked to`(
        isBlocking: Bool
    ) throws {
        let ends = try Descriptor.pipe(isBlocking: isBlocking)
        let (listener, _, server) = try connection(isBlocking: isBlocking)
        for descriptor in [ends.output, ends.input, listener, server] {
            #expect(descriptor.number > 2 && flags(descriptor) == (closes: true, blocks: isBlocking))
        }
        let file = try Descriptor(opening: "/dev/null", O_RDONLY)
        #expect(flags(file).closes)
    }

    @Test func `Closing twice closes no descriptor that another part opened meanwhile`() throws {
        let first = try Descriptor(opening: "/dev/null", O_RDONLY)
        let number = first.number
        first.close()
        let second = try Descriptor(opening: "/dev/null", O_RDONLY)
        try #require(second.number == number, "the lowest number is given again")
        first.close()
        #expect(first.number == -1 && fcntl(number, F_GETFD) >= 0)
    }

    @Test func `Reading distinguishes no data from the end, and writing to a closed peer is an error without a signal`()
        throws
    {
        var buffer = [UInt8](repeating: 0, count: 4)
        let (_, client, server) = try connection(isBlocking: false)
        try expect(server.read(into: &buffer), nil)
        try expect(client.send([1, 2, 3, 4, 5]), 5)
        var waits = [pollfd.toRead(server.number)]
        #expect(try Poll.wait(for: &waits, until: .now + .seconds(20)) && waits[0].isReady)
        #expect(try server.read(into: &buffer) == 4 && buffer == [1, 2, 3, 4])
        try expect(server.read(into: &buffer), 1)
        client.endOutput()
        #expect(try Poll.wait(for: &waits, until: .now + .seconds(20)))
        try expect(server.read(into: &buffer), 0)
        server.endOutput()
        #expect(throws: Errno(EPIPE)) { try server.send([1]) }
    }

    @Test func `Both ends of a connection know the addresses`() throws {
        let (listener, client, server) = try connection(isBlocking: true)
        let address = try #require(listener.address)
        #expect(
            address.ip == [127, 0, 0, 1] && address.port != 0 && client.peer == address && server.address == address
        )
        expect(server.peer, client.address)
        let ipv6 = SocketAddress(ip: Array(1...16), port: 0x1234)
        #expect(ipv6.family == AF_INET6 && ipv6.ip == ArraySlice(1...16) && ipv6.port == 0x1234)
        let path = SocketAddress(path: "/run/s")
        #expect(path.family == AF_UNIX && path.ip == nil && path.port == nil)
        expect(SocketAddress([1]).family, AF_UNSPEC)
    }
}
