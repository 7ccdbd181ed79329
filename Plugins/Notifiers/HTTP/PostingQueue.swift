import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The waiting postings, oldest first; with a file, they survive the end of the process.
///
/// The file has one posting per line. It is replaced whenever a posting is added or removed, and removed when none
/// waits. One process uses it at a time.
final class PostingQueue: Sendable {
    /// The maximum number of waiting postings; above it, the oldest are merged into the next one.
    static let countMax = 100
    static let byteCountMax = 4 * 1024 * 1024

    private struct State {
        var postings: [Posting] = []
        /// The posting in progress, which can no longer change.
        var posted: String?
        /// Ends the wait of the task that posts.
        var bell: AsyncStream<Never>.Continuation?

        /// Merges the oldest postings, except the one in progress, until the rest is within the limits.
        mutating func mergeOldest() {
            func isTooMuch() -> Bool {
                postings.count > countMax || postings.reduce(0) { $0 + $1.text.utf8.count } > byteCountMax
            }
            let first = postings.first?.id == posted ? 1 : 0
            while isTooMuch(), postings.count > first + 1 {
                let oldest = postings.remove(at: first)
                postings[first].merge(oldest)
            }
        }
    }

    private let file: WrittenFile?
    private let state = Lock(State())
    /// Held while the file is read or written; the file's lock exists between ``open()`` and ``close()``.
    private let lock = Lock<FileLock?>(nil)

    /// Creates a queue in a file; with `nil`, the postings are only in memory.
    init(file: String?) { self.file = file.map { WrittenFile($0, permissions: 0o600) } }

    /// Locks the file and reads its waiting postings.
    ///
    /// - Throws: A ``NotifierFault`` if the file is damaged, cannot be read, or belongs to another process.
    func open() async throws {
        guard let file else { return }
        try await BackgroundThread.run { [self] in
            try lock.withLock { lock in
                let taken = try Self.lock(file.path)
                let waiting = try Self.read(file.path)
                state.withLock { $0.postings = waiting + $0.postings }
                lock = taken
            }
        }
        ring()
    }

    /// Releases the file; the waiting postings stay in it.
    func close() async throws {
        guard file != nil else { return }
        try await BackgroundThread.run { [self] in
            lock.withLock { lock in
                if lock != nil { state.withLock { $0.postings = [] } }
                lock = nil
            }
        }
    }

    /// Adds a posting; if it throws because the file cannot be written, the posting waits in memory.
    func append(_ posting: Posting) async throws {
        state.withLock { state in
            state.postings.append(posting)
            state.mergeOldest()
        }
        ring()
        try await write()
    }

    /// Returns the oldest posting, which no longer changes; `nil` if none waits.
    func beginPosting() -> Posting? {
        state.withLock { state in
            state.posted = state.postings.first?.id
            return state.postings.first
        }
    }

    /// Removes a posting; if it throws because the file cannot be written, the posting may be posted again later.
    func remove(_ posting: Posting) async throws {
        state.withLock { state in state.postings.removeAll { $0.id == posting.id } }
        try await write()
    }

    /// Returns a stream without elements, which ends with the next event; one may be in use at a time.
    func nextEvent() -> AsyncStream<Never> {
        let (stream, bell) = AsyncStream.makeStream(of: Never.self)
        state.withLock { $0.bell = bell }
        return stream
    }

    /// Ends the stream of ``nextEvent()``.
    func ring() { state.withLock { $0.bell.take() }?.finish() }

    private func write() async throws {
        guard let file else { return }
        try await BackgroundThread.run { [self] in
            try lock.withLock { lock in
                // Without the lock, the file belongs to another process; waiting postings are written after acquiring
                // it.
                guard lock != nil else { return }
                let lines = state.withLock { $0.postings.map { $0.text + "\n" } }
                do throws(WholeFile.Fault) {
                    if lines.isEmpty { try file.remove() } else { try file.write(Array(lines.joined().utf8)) }
                } catch {
                    throw NotifierFault("\(file.path.printable(limit: 200)): \(error)")
                }
            }
        }
    }

    private static func lock(_ path: String) throws(NotifierFault) -> FileLock {
        do throws(FileLock.Refusal) {
            return try FileLock(path)
        } catch {
            let why =
                switch error {
                case .taken: "another process uses this queue; each needs its own file"
                case .cannotOpen(let fault), .cannotLock(let fault): "\(fault)"
                }
            throw NotifierFault("\(path.printable(limit: 200)): \(why)")
        }
    }

    private static func read(_ path: String) throws(NotifierFault) -> [Posting] {
        let bytes: [UInt8]
        do throws(WholeFile.Fault) {
            // A file may exceed the limit by the posting in progress.
            bytes = try WholeFile(path, limit: 2 * byteCountMax).whole
        } catch {
            if error.number == ENOENT { return [] }
            throw NotifierFault("\(path.printable(limit: 200)): \(error)")
        }
        var postings: [Posting] = []
        for (index, line) in bytes.split(separator: 0x0A).enumerated() {
            guard let posting = Posting(parsing: line) else {
                let place = "\(path.printable(limit: 200)): line \(index + 1)"
                throw NotifierFault("\(place) is not an event that waits to be posted; move the file away")
            }
            postings.append(posting)
        }
        return postings
    }
}
