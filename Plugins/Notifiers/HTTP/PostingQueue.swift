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
        /// Whether a task posts.
        var isOpen = false
        /// Ends the wait of the task that posts.
        var bell: AsyncStream<Never>.Continuation?

        /// The index of the oldest posting that may change.
        private var first: Int { posted != nil && postings.first?.id == posted ? 1 : 0 }

        /// Adds the postings of an earlier process.
        mutating func insert(_ earlier: [Posting]) { postings.insert(contentsOf: earlier, at: first) }

        /// Merges the oldest postings, except the one in progress, until the rest is within the limits.
        mutating func mergeOldest() {
            func isTooMuch() -> Bool {
                postings.count > countMax || postings.reduce(0) { $0 + $1.text.utf8.count } > byteCountMax
            }
            let first = first
            while isTooMuch(), postings.count > first + 1 {
                let oldest = postings.remove(at: first)
                postings[first].merge(oldest)
            }
        }
    }

    /// The locked file, and the postings in it.
    private struct Held: Sendable {
        let lock: FileLock
        var ids: [String]
    }

    private let file: WrittenFile?
    private let state = Lock(State())
    /// Held while the file is read or written; the file's lock exists between ``open()`` and ``close()``.
    private let held = Lock<Held?>(nil)

    /// Creates a queue in a file; with `nil`, the postings are only in memory.
    init(file: String?) { self.file = file.map { WrittenFile($0, permissions: 0o600) } }

    /// Locks the file, reads its waiting postings, and writes those that are in memory alone, unless that is done.
    ///
    /// - Throws: A ``NotifierFault`` if the file is damaged, cannot be read or written, or belongs to another process; the
    ///   postings then wait in memory.
    func open() async throws {
        state.withLock { $0.isOpen = true }
        try await write(opening: true)
    }

    /// Writes what is in memory alone, and releases the file, in which the postings wait; without it they are removed.
    ///
    /// - Throws: A ``NotifierFault`` with the number of events that are lost.
    func close() async throws {
        state.withLock { $0.isOpen = false }
        if file == nil { try release() } else { try await BackgroundThread.run { [self] in try release() } }
    }

    private func release() throws {
        try held.withLock { held in
            defer { held = nil }
            guard state.withLock({ !$0.postings.isEmpty }) || held != nil else { return }
            var reason = "\"queue\" can name a file in which they wait"
            do { try write(opening: true, &held) } catch { reason = "\(error)" }
            let ids = held?.ids ?? []
            let lost = state.withLock { state in
                defer { state.postings = [] }
                return state.postings.filter { !ids.contains($0.id) }.reduce(0) { $0 + 1 + $1.merged }
            }
            if lost > 0 { throw NotifierFault("\(lost) event\(lost == 1 ? " is" : "s are") lost: \(reason)") }
        }
    }

    /// Whether ``close()`` follows.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Adds a posting; if it throws because the file cannot be written, the posting waits in memory.
    func append(_ posting: Posting) async throws {
        state.withLock { state in
            state.postings.append(posting)
            state.mergeOldest()
        }
        ring()
        try await write(opening: false)
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
        try await write(opening: false)
    }

    /// Returns a stream without elements, which ends with the next event; one may be in use at a time.
    func nextEvent() -> AsyncStream<Never> {
        let (stream, bell) = AsyncStream.makeStream(of: Never.self)
        state.withLock { $0.bell = bell }
        return stream
    }

    /// Ends the stream of ``nextEvent()``.
    func ring() { state.withLock { $0.bell.take() }?.finish() }

    private func write(opening: Bool) async throws {
        guard file != nil else { return }
        try await BackgroundThread.run { [self] in try held.withLock { try write(opening: opening, &$0) } }
    }

    private func write(opening: Bool, _ held: inout Held?) throws(NotifierFault) {
        guard let file else { return }
        if held == nil {
            // Without the lock, the file belongs to another process.
            guard opening else { return }
            let lock = try Self.lock(file.path)
            let earlier = try Self.read(file.path)
            state.withLock { $0.insert(earlier) }
            held = Held(lock: lock, ids: earlier.map(\.id))
            if !earlier.isEmpty { ring() }
        }
        let postings = state.withLock { $0.postings }
        let ids = postings.map(\.id)
        guard ids != held?.ids else { return }
        do throws(WholeFile.Fault) {
            let text = postings.map { $0.text + "\n" }.joined()
            if postings.isEmpty { try file.remove() } else { try file.write(Array(text.utf8)) }
        } catch {
            throw NotifierFault("\(file.path.printable(limit: 200)): \(error)")
        }
        held?.ids = ids
    }

    private static func lock(_ path: String) throws(NotifierFault) -> FileLock {
        do throws(FileLock.Refusal) {
            return try FileLock(path)
        } catch {
            throw NotifierFault("\(path.printable(limit: 200)): \(error)")
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
