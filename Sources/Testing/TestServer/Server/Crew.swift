import ConnectivityToolkit

/// The threads of one server; limits their number and signals when the last of them has ended.
final class Crew: Sendable {
    /// The maximum number of threads at one time.
    private let countMax: Int
    private let count = Lock(0)
    private let end: Latch

    init(countMax: Int) throws(TestServerError) {
        self.countMax = countMax
        end = try Latch()
    }

    /// Runs a closure on its own thread, and returns whether the limit and the system allowed one more.
    ///
    /// The first thread must run until the server decides to stop. Otherwise the end would be signalled too early.
    func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let hasRoom = count.withLock { count in
            guard count < countMax else { return false }
            count += 1
            return true
        }
        guard hasRoom else { return false }
        do throws(DedicatedThread.Refusal) {
            try DedicatedThread.startIfPossible {
                body()
                self.leave()
            }
            return true
        } catch {
            leave()
            return false
        }
    }

    private func leave() {
        let isLast = count.withLock { count in
            count -= 1
            return count == 0
        }
        if isLast { end.open() }
    }

    /// Waits until the last thread has ended.
    func waitForEnd() { end.wait() }
}

/// A signal that is given once and stays given; a thread can wait for it in `poll`.
///
/// It is a pipe. Closing its write end makes the read end permanently ready, for any number of threads.
final class Latch: Sendable {
    private let reader, writer: Descriptor

    init() throws(TestServerError) {
        do throws(Errno) {
            (reader, writer) = try Descriptor.pipe()
        } catch {
            throw TestServerError(.open, port: 0, code: error.number)
        }
    }

    /// The number of the read end, which is ready to read after the signal is given.
    var number: CInt { reader.number }

    /// Gives the signal; further calls have no effect.
    func open() { writer.close() }

    /// Waits until the signal is given.
    func wait() { _ = reader.wait(.toRead, interruptedBy: nil, until: nil) }
}

/// The connections that wait for a request, the oldest first: a client that sends none keeps no other client away.
final class WaitingConnections: Sendable {
    private let held = Lock<(last: Int, open: [(number: Int, descriptor: Descriptor)])>((0, []))

    /// Waits for a request of a connection with a closure, which may be ended from outside.
    func wait<Result>(_ descriptor: Descriptor, for request: () -> Result) -> Result {
        let number = held.withLock { held in
            held.last += 1
            held.open.append((held.last, descriptor))
            return held.last
        }
        // Before the descriptor may be closed.
        defer { held.withLock { held in held.open.removeAll { $0.number == number } } }
        return request()
    }

    /// Ends the input of the connection that has waited for the longest time; returns whether there was one.
    func endOldest() -> Bool {
        held.withLock { held in
            guard let oldest = held.open.first else { return false }
            held.open.removeFirst()
            oldest.descriptor.endInput()
            return true
        }
    }
}

/// A listening socket on 127.0.0.1.
///
/// Only the accepting thread closes it, once.
struct Listener: Sendable {
    private static let backlog: Int32 = 256

    let port: UInt16
    private let descriptor: Descriptor

    init(port: UInt16) throws(TestServerError) {
        (descriptor, self.port) = try Descriptor.loopback(Descriptor.stream, port: port)
        do throws(Errno) {
            try descriptor.listen(queueLength: Self.backlog)
        } catch {
            throw TestServerError(.listen, port: port, code: error.number)
        }
    }

    /// Waits for a connection; `nil` if the wait was interrupted or the socket can no longer be used.
    private func accept(interruptedBy interruption: Latch) -> Descriptor? {
        while descriptor.wait(.toRead, interruptedBy: interruption, until: nil) == .ready {
            if let accepted = try? descriptor.accept() { return accepted }
            // The client has disconnected, or the process has no descriptor left. Wait, because a busy loop would not help.
            let later = ContinuousClock.now + .milliseconds(5)
            _ = descriptor.wait(.toFail, interruptedBy: interruption, until: later)
        }
        return nil
    }

    /// Accepts connections on a thread of the crew; closes the socket, and returns `false`, if there is no thread.
    func isServed(
        by crew: Crew,
        interruptedBy interruption: Latch,
        sparing waiting: WaitingConnections = WaitingConnections(),
        _ body: @escaping @Sendable (Channel) -> Void
    ) -> Bool {
        let isServed = crew.start { serve(by: crew, interruptedBy: interruption, sparing: waiting, body) }
        if !isServed { close() }
        return isServed
    }

    /// Serves each connection on a thread of the crew, and closes the socket when interrupted.
    ///
    /// If the crew has no room, the connection that has waited longest is ended; without one, the new one is reset.
    private func serve(
        by crew: Crew,
        interruptedBy interruption: Latch,
        sparing waiting: WaitingConnections,
        _ body: @escaping @Sendable (Channel) -> Void
    ) {
        while let descriptor = accept(interruptedBy: interruption) {
            func start() -> Bool {
                crew.start { body(Channel(descriptor: descriptor, interruption: interruption)) }
            }
            var isServed = start()
            while !isServed, waiting.endOldest() {
                let later = ContinuousClock.now + .milliseconds(20)
                _ = self.descriptor.wait(.toFail, interruptedBy: interruption, until: later)
                isServed = start()
            }
            if !isServed { descriptor.reset() }
        }
        close()
    }

    func close() { descriptor.close() }
}
