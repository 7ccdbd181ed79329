import ConnectivitySupport

/// Tells changes of a status from repeats.
final class LastStatus: Sendable {
    private let status = Mutex(ConnectivityStatus.determining)

    /// Takes a status.
    /// - Returns: Whether it is another one, and a result.
    func isChanged(to new: ConnectivityStatus) -> Bool {
        status.withLock { status in
            guard new != .determining, new != status else { return false }
            status = new
            return true
        }
    }
}
