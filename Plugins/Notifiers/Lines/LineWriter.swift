import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

package struct LineFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error message, such as `No space left on device`, with the failed operation or the path.
    package let description: String

    init(_ what: String, _ error: Errno) { description = "\(what): \(error)" }
}

/// Writes lines; a dedicated thread waits for slow readers.
enum LineWriter {
    /// The maximum number of bytes per write(2): a pipe that poll(2) reports as ready accepts this much at once.
    private static let chunkByteCount = 4096

    /// Appends a line; stops waiting if the task is cancelled.
    static func write(_ line: String, to destination: LinesNotifier.Destination.Kind) async throws {
        guard let stop = Waker() else { throw LineFailure("cannot create a pipe", .last) }
        let bytes = Array((line + "\n").utf8)
        try await DedicatedThread.run {
            switch destination {
            case .output: try write(bytes, to: .output, until: stop)
            case .error: try write(bytes, to: .error, until: stop)
            case .file(let path):
                let file: Descriptor
                do throws(Errno) {
                    file = try Descriptor(opening: path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, permissions: 0o644)
                } catch {
                    throw LineFailure(path.printable(limit: 200), error)
                }
                try write(bytes, to: file, until: stop)
            }
        } stop: {
            stop.wakeUp()
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Descriptor, until stop: Waker) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            var waits: [pollfd] = [.toWrite(descriptor.number), .toRead(stop.number)]
            do throws(Errno) { _ = try Poll.wait(for: &waits, until: nil) } catch { throw LineFailure("poll", error) }
            // A line is written completely if the descriptor is ready, even if the task is cancelled.
            guard waits[0].isReady else { throw CancellationError() }
            do throws(Errno) {
                rest = rest.dropFirst(try descriptor.write(rest.prefix(chunkByteCount)))
            } catch {
                throw LineFailure("write", error)
            }
        }
    }
}
