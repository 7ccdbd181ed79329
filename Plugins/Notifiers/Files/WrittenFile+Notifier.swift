import ConnectivityCore
import ConnectivityToolkit

extension WrittenFile {
    var requirements: [Requirement] { path == "-" ? [] : [.replacedFile(path)] }
}

/// Keeps a file for one notifier of one process during a run: no other one replaces or removes it.
final class FileKeeper: Sendable {
    private enum Owner {
        case none
        case us(FileLock?)
    }

    private let owner = Lock(Owner.none)

    /// Writes a text, at first after it has acquired the file; a disk that does not answer delays the end of a cancelled task
    /// only for a moment.
    func write(_ text: String, to file: WrittenFile) async throws {
        try await BackgroundThread.run { [self] in
            try owner.withLock { owner in
                if case .none = owner { owner = .us(try acquire(file)) }
            }
            try reporting(file) { () throws(WholeFile.Fault) in try file.write(Array(text.utf8)) }
        }
    }

    /// Gives the file up, and removes it if this notifier wrote it and it is regular.
    func remove(_ file: WrittenFile) async throws {
        try await BackgroundThread.run { [self] in
            guard case .us(let lock) = owner.withLock({ $0 }) else { return }
            defer {
                owner.withLock { $0 = .none }
                withExtendedLifetime(lock) {}
            }
            try reporting(file) { () throws(WholeFile.Fault) in try file.remove() }
        }
    }

    private func acquire(_ file: WrittenFile) throws(NotifierFault) -> FileLock? {
        do { return try file.lock() } catch { throw NotifierFault("\(file.path.printable(limit: 200)): \(error)") }
    }

    private func reporting(_ file: WrittenFile, _ body: () throws(WholeFile.Fault) -> Void) throws(NotifierFault) {
        do throws(WholeFile.Fault) { try body() } catch {
            throw NotifierFault("\(file.path.printable(limit: 200)): \(error)")
        }
    }
}
