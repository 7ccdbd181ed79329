#if os(Linux)
import ConnectivityCore
import Glibc

/// Detects changes of files and folders, including those that do not exist yet, see inotify(7).
///
/// Only folders are watched, because files are replaced rather than changed. For a missing path, the deepest existing folder is
/// watched. Removing, renaming or unmounting a watched folder is also a change.
struct FileWatch: ~Copyable {
    /// The relevant names in each watched folder; `nil` if all names are relevant.
    private var names: [Int32: Set<String>?] = [:]
    let number: Int32

    static let watchCountMax = 64
    /// The maximum number of tries to follow a path while its folders are being created.
    private static let tries = 8

    private static let events =
        UInt32(IN_CREATE) | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_MOVED_TO)
        | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR)

    /// Starts without watching any path; the result is `nil` if the system has no watch left.
    init?() {
        number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard number >= 0 else { return nil }
    }

    deinit { close(number) }

    /// Watches the given paths instead of the previous ones.
    ///
    /// The result is `true` if files of all paths that are read after this call cannot change unnoticed; `false` if a path cannot
    /// be watched, or if there are too many.
    mutating func watch(_ paths: [String]) -> Bool {
        var wanted: [Int32: Set<String>?] = [:]
        var areAllWatched = true
        for path in Set(paths) {
            guard path.hasPrefix("/"), wanted.count < Self.watchCountMax, let (watch, name) = deepest(path) else {
                areAllWatched = false
                continue
            }
            switch (wanted[watch], name) {
            case (.some(.none), _): break
            case (.none, let name?): wanted[watch] = .some([name])
            case (.some(.some(let others)), let name?): wanted[watch] = .some(others.union([name]))
            case (_, nil): wanted.updateValue(nil, forKey: watch)
            }
        }
        for watch in names.keys where wanted.index(forKey: watch) == nil { inotify_rm_watch(number, watch) }
        names = wanted
        return areAllWatched
    }

    /// Watches the deepest existing folder on a path.
    ///
    /// - Returns: The watch, and the next name of the path in that folder; no name if the path is the folder itself.
    private func deepest(_ path: String) -> (watch: Int32, name: String?)? {
        let parts = path.split(separator: "/").map(String.init)
        for _ in 0..<Self.tries {
            for count in stride(from: parts.count, through: 0, by: -1) {
                let watch = unsafe inotify_add_watch(number, "/" + parts[..<count].joined(separator: "/"), Self.events)
                guard watch >= 0 else { continue }
                guard count < parts.count else { return (watch, nil) }
                // The loop enters a folder that was created between the two steps; a plain file is not a folder.
                let next = "/" + parts[...count].joined(separator: "/")
                if isFolder(next) { break }
                return (watch, parts[count])
            }
        }
        return nil
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && access(path, R_OK) == 0
    }

    /// Reads all pending events, and returns whether one of them is relevant.
    mutating func drain() -> Bool {
        var counts = false
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        for _ in 0..<64 {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(number, $0.baseAddress, $0.count) }
            guard count > 0 else { return counts }
            for event in FileEvents(buffer[..<count]) where isRelevant(event) { counts = true }
        }
        return counts
    }

    private func isRelevant(_ event: FileEvents.Event) -> Bool {
        // If events were lost (-1), any file may have changed.
        if event.watch == -1 { return true }
        guard let wanted = names[event.watch] else { return false }
        guard let wanted, !event.name.isEmpty else { return true }
        return wanted.contains(event.name)
    }
}

/// The events of a read from inotify(7): each has four numbers of four bytes, then a name padded with zeros.
///
/// Reading stops at an event that exceeds the bytes.
struct FileEvents: Sequence, IteratorProtocol {
    struct Event: Hashable {
        var watch: Int32
        var mask: UInt32
        /// The name in the watched folder; empty for an event about the folder itself.
        var name: String
    }

    private var reader: ByteReader

    init(_ bytes: ArraySlice<UInt8>) { reader = ByteReader(bytes) }

    mutating func next() -> Event? {
        var rest = reader
        guard let watch = rest.int32(.native), let mask = rest.uint32(.native),
            // A number that links the two events of a rename.
            rest.bytes(4) != nil, let count = rest.uint32(.native),
            let name = rest.bytes(Int(count))
        else { return nil }
        reader = rest
        return Event(watch: watch, mask: mask, name: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
    }
}
#endif
