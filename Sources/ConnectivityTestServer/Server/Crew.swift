import ConnectivityBlocking
import ConnectivitySupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The threads of one server: how many there are, and when the last of them has ended.
final class Crew: Sendable {
    /// The most threads at once.
    private let countMax: Int
    private let count = Mutex(0)
    private let end: Latch

    init(countMax: Int) throws(TestServerError) {
        self.countMax = countMax
        end = try Latch()
    }

    /// Runs a body on a thread of its own.
    ///
    /// The first thread must outlive the decision to stop, or the crew would count as dismissed before that.
    ///
    /// - Returns: Whether there was room for one more.
    func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let hasRoom = count.withLock { count in
            guard count < countMax else { return false }
            count += 1
            return true
        }
        guard hasRoom else { return false }
        DedicatedThread.start {
            body()
            let isLast = self.count.withLock { count in
                count -= 1
                return count == 0
            }
            if isLast { self.end.open() }
        }
        return true
    }

    /// Waits until the last thread has ended.
    func waitForEnd() { _ = Descriptor.wait(for: end.descriptor, .toRead, interruptedBy: nil, until: nil) }
}

/// A signal that is given once and stays given, which a thread in `poll` can wait for.
///
/// It is a pipe: closing the end for writing makes the end for reading ready for good, for any number of threads.
final class Latch: Sendable {
    /// Ready to read once the signal is given.
    let descriptor: Int32
    private let writer: Mutex<Int32?>

    init() throws(TestServerError) {
        let ends = try Descriptor.pipe()
        descriptor = ends.reader
        writer = Mutex(ends.writer)
    }

    deinit {
        open()
        Descriptor.close(descriptor)
    }

    /// Gives the signal; again is no error.
    func open() {
        let end = writer.withLock { writer in
            defer { writer = nil }
            return writer
        }
        if let end { Descriptor.close(end) }
    }
}

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
