#if os(Linux)
import ConnectivityToolkit

extension FileLock {
    /// Acquires the lock of a journal.
    static func journal(_ path: String) throws(OutageJournalFault) -> FileLock {
        do throws(Refusal) {
            return try FileLock(path)
        } catch {
            switch error {
            case .taken:
                throw OutageJournalFault(.passing, path, "another process writes this journal; each needs its own file")
            case .cannotOpen(let fault):
                throw OutageJournalFault(.unreadable, Self.path(of: path), "\(fault)", number: fault.number ?? 0)
            case .cannotLock(let fault): throw OutageJournalFault(.passing, Self.path(of: path), "\(fault)")
            }
        }
    }
}
#endif
