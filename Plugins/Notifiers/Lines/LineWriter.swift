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

/// Writes lines, each as a job, on the thread of a driver, which waits for slow readers.
struct LineWriter: BlockingLibrary {
    struct Request: Sendable {
        let line: String
        let destination: LinesNotifier.Destination.Kind
    }

    private struct Job {
        let number: BlockingJob
        let file: Descriptor
        var rest: ArraySlice<UInt8>
    }

    /// The maximum number of bytes per write(2): a pipe that poll(2) reports as ready accepts this much at once.
    private static let chunkByteCount = 4096
    private var jobs: [Job] = []

    mutating func begin(_ number: BlockingJob, _ request: Request) -> Result<Void, any Error>? {
        do throws(LineFailure) {
            let file = try Self.file(request.destination)
            jobs.append(Job(number: number, file: file, rest: Array((request.line + "\n").utf8)[...]))
            return nil
        } catch {
            return .failure(error)
        }
    }

    private static func file(_ destination: LinesNotifier.Destination.Kind) throws(LineFailure) -> Descriptor {
        switch destination {
        case .output: return .output
        case .error: return .error
        case .file(let path):
            do throws(Errno) {
                return try Descriptor(opening: path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, permissions: 0o644)
            } catch {
                throw LineFailure(path.printable(limit: 200), error)
            }
        }
    }

    mutating func cancel(_ number: BlockingJob) -> Result<Void, any Error> {
        jobs.removeAll { $0.number == number }
        return .failure(CancellationError())
    }

    mutating func takeEnded() -> [(job: BlockingJob, answer: Result<Void, any Error>)] {
        var ended: [(job: BlockingJob, answer: Result<Void, any Error>)] = []
        for index in jobs.indices {
            do throws(LineFailure) {
                guard try Self.write(&jobs[index]) else { continue }
                ended.append((jobs[index].number, .success(())))
            } catch {
                ended.append((jobs[index].number, .failure(error)))
            }
        }
        jobs.removeAll { job in ended.contains { $0.job == job.number } }
        return ended
    }

    /// Writes as much as the reader takes, and returns whether that is all.
    private static func write(_ job: inout Job) throws(LineFailure) -> Bool {
        while !job.rest.isEmpty {
            var waits = [pollfd.toWrite(job.file.number)]
            guard Poll.wait(for: &waits, atMost: .zero) != 0 else { return false }
            do throws(Errno) {
                job.rest = job.rest.dropFirst(try job.file.write(job.rest.prefix(chunkByteCount)))
            } catch {
                throw LineFailure("write", error)
            }
        }
        return true
    }

    mutating func wait(for waker: Waker, atMost limit: Duration) {
        var waits = [.toRead(waker.number)] + jobs.map { pollfd.toWrite($0.file.number) }
        Poll.wait(for: &waits, atMost: limit)
    }
}
