#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A listening socket on 127.0.0.1.
///
/// It is closed by the thread that accepts, once, and by nobody else.
struct Listener: Sendable {
    private static let backlog: Int32 = 256

    let port: UInt16
    private let descriptor: Int32

    init(port: UInt16) throws(TestServerError) {
        let descriptor = try Descriptor.streamSocket(port: port)
        do throws(TestServerError) {
            self.port = try Descriptor.bind(descriptor, port)
            guard listen(descriptor, Self.backlog) == 0 else {
                throw TestServerError(.listen, port: port, code: errno)
            }
            self.descriptor = descriptor
        } catch {
            Descriptor.close(descriptor)
            throw error
        }
    }

    /// Waits for a connection.
    /// - Returns: Its descriptor, or `nil` where the wait was interrupted or the socket is of no more use.
    private func accept(interruptedBy interruption: Latch) -> Int32? {
        while Descriptor.wait(for: descriptor, .toRead, interruptedBy: interruption, until: nil) == .ready {
            if let accepted = Descriptor.accept(descriptor) { return accepted }
            // The client is gone again, or the process has no descriptor left, which a busy loop would not mend.
            let later = ContinuousClock.now + .milliseconds(5)
            _ = Descriptor.wait(for: descriptor, .toFail, interruptedBy: interruption, until: later)
        }
        return nil
    }

    /// Gives each connection a thread of the crew, or a reset where that has no room; closes when interrupted.
    func serve(by crew: Crew, interruptedBy interruption: Latch, _ body: @escaping @Sendable (Channel) -> Void) {
        while let descriptor = accept(interruptedBy: interruption) {
            let isServed = crew.start { body(Channel(descriptor: descriptor, interruption: interruption)) }
            if !isServed { Descriptor.reset(descriptor) }
        }
        close()
    }

    func close() { Descriptor.close(descriptor) }
}
