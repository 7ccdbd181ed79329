import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Forwards the signals of this process.
///
/// A signal can reach any thread, and its handler may do almost nothing: here it writes a byte to a pipe. A thread reads the byte
/// and forwards the signal (signal-safety(7)). The handlers and the thread remain for the rest of the process.
package enum Signals {
    /// Starts forwarding signals, whose default actions no longer happen; `receive` is called on a separate thread.
    ///
    /// Throws a `CommandError` if there is no pipe, or `DedicatedThread.Refusal` if there is no thread.
    package static func pass(_ numbers: [CInt], to receive: @escaping @Sendable (CInt) -> Void) throws {
        let readEnd, writeEnd: CInt
        do throws(Errno) {
            let ends = try Descriptor.pipe(isBlocking: true)
            (readEnd, writeEnd) = (ends.output.release(), ends.input.release())
        } catch {
            throw CommandError.software("cannot create a pipe for signals: \(error)")
        }
        // A flood of signals must not block the thread that it interrupts.
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        try DedicatedThread.startIfPossible {
            var byte: UInt8 = 0
            while true {
                let count = unsafe read(readEnd, &byte, 1)
                // The next signal must not be lost even if this fails.
                if count == 1 { receive(CInt(byte)) } else if count == 0 || errno == EBADF { return }
            }
        }
        unsafe signalPipe = writeEnd
        // The handlers are also set if a shell started the process in the background with SIGINT ignored.
        for number in numbers { signal(number, noteSignal) }
    }

    /// Forwards a signal again whose default action was restored.
    static func passAgain(_ number: CInt) { signal(number, noteSignal) }

    /// Simulates a signal, if the process forwards signals.
    package static func pretend(_ number: CInt) {
        if unsafe signalPipe >= 0 { noteSignal(number) }
    }
}

/// Waits for SIGINT or SIGTERM.
package struct Interruption: Sendable {
    package static let numbers = [SIGINT, SIGTERM]
    private let end: AsyncStream<Never>

    package init() throws {
        let (end, continuation) = AsyncStream.makeStream(of: Never.self)
        self.end = end
        try Signals.pass(Self.numbers) { _ in continuation.finish() }
    }

    /// Returns at the first signal, or when the task is cancelled.
    package func wait() async { for await _ in end {} }
}

/// The write end of the pipe, for the handler, which receives no context; set before the handler.
nonisolated(unsafe) private var signalPipe: CInt = -1

private func noteSignal(_ number: CInt) {
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    for _ in 0..<3 where unsafe write(signalPipe, &byte, 1) == 1 { break }
    errno = saved
}
