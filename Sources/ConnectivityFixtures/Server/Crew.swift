import ConnectivityBlocking
import ConnectivitySupport

/// The threads of one server: how many there are, and when the last of them has ended.
final class Crew: Sendable {
    /// The most threads at once.
    private let countMax: Int
    private let count = Mutex(0)
    private let end: Latch

    init(countMax: Int) throws(FixtureServerError) {
        self.countMax = countMax
        end = try Latch()
    }

    /// Runs a body on a thread of its own.
    ///
    /// The first thread must outlive the decision to stop, or the crew would count as dismissed before that.
    ///
    /// - Returns: Whether there was room for one more.
    func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let hasRoom = count.withLock { count in
            guard count < countMax else { return false }
            count += 1
            return true
        }
        guard hasRoom else { return false }
        DedicatedThread.start {
            body()
            let isLast = self.count.withLock { count in
                count -= 1
                return count == 0
            }
            if isLast { self.end.open() }
        }
        return true
    }

    /// Waits until the last thread has ended.
    func waitForEnd() { _ = Descriptor.wait(for: end.descriptor, .toRead, interruptedBy: nil, until: nil) }
}
