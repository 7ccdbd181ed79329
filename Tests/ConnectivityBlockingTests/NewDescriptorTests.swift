import ConnectivitySystem
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct `New descriptors` {
    private func flags(_ number: CInt) -> (closes: Bool, blocks: Bool) {
        (fcntl(number, F_GETFD) & FD_CLOEXEC != 0, fcntl(number, F_GETFL) & O_NONBLOCK == 0)
    }

    @Test(arguments: [false, true]) func `No child inherits a pipe or a socket, and each waits as it was asked to`(
        isBlocking: Bool
    ) throws {
        let ends = try #require(NewDescriptor.pipe(isBlocking: isBlocking))
        let listener = NewDescriptor.socket(AF_INET, NewDescriptor.stream, isBlocking: isBlocking)
        let client = NewDescriptor.socket(AF_INET, NewDescriptor.stream, isBlocking: true)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { form in
                #expect(unsafe bind(listener, form, size) == 0 && listen(listener, 1) == 0)
                #expect(unsafe getsockname(listener, form, &size) == 0)
                #expect(unsafe connect(client, form, size) == 0)
            }
        }
        let accepted = unsafe NewDescriptor.accept(listener, isBlocking: isBlocking)
        for number in [ends.output, ends.input, listener, accepted] {
            #expect(number > 2 && flags(number) == (closes: true, blocks: isBlocking))
        }
        for number in [ends.output, ends.input, listener, client, accepted] { close(number) }
    }
}
