#if os(Linux)
internal import ConnectivityCore
internal import ConnectivityBlocking

/// What nl80211 adds to snapshots, from the first wireless interface on.
///
/// Where there is no such interface nothing is asked, because the question alone makes the kernel load the module that
/// answers it. An interface is more than the network it is in: a failure here leaves that out and ends nothing.
struct WiFiFacts: ~Copyable {
    private var reader: WiFiReader?
    /// The wireless interfaces that there were when the kernel had no nl80211; another one may have brought it.
    private var unanswered: Set<Int> = []

    /// How often a busy kernel is asked.
    private static let tries = 2

    /// The number of the socket that announces changes, once there is one.
    var eventNumber: Int32? {
        switch reader {
        case .some(let reader): reader.eventNumber
        case nil: nil
        }
    }

    /// Adds what wireless interfaces are associated with.
    ///
    /// - Parameters:
    ///   - snapshot: The interfaces.
    ///   - stop: Ends the look early when up.
    /// - Returns: Whether that is settled, or another look is due; `nil` once stopped.
    mutating func add(to snapshot: inout InterfaceSnapshot, unless stop: Waker?) -> Bool? {
        let wireless = snapshot.interfaces.indices.filter { snapshot.interfaces[$0].kind == .wifi }
        let indices = Set(wireless.map { snapshot.interfaces[$0].index })
        guard !indices.isSubset(of: unanswered) else { return true }
        for _ in 0..<Self.tries {
            do throws(LinuxError) {
                if reader == nil {
                    let opening = try WiFiReader.open(unless: stop)
                    switch consume opening {
                    case .reader(let opened): reader = consume opened
                    case .absent:
                        unanswered = indices
                        return true
                    case .stopped: return nil
                    }
                }
                guard case .associations(let associations, let isSettled)? = try reader?.read(unless: stop) else {
                    return nil
                }
                for position in wireless {
                    snapshot.interfaces[position].wifi = associations[snapshot.interfaces[position].index]
                }
                return isSettled
            } catch {
                // The rest of an unfinished answer goes away with its socket.
                reader = nil
            }
        }
        return true
    }

    /// Empties the queue of announcements.
    ///
    /// - Parameter end: When to leave the rest for later.
    /// - Returns: Whether another look is due, as it is where the queue itself is lost.
    mutating func drain(until end: ContinuousClock.Instant) -> Bool {
        do throws(LinuxError) {
            return try reader?.drain(until: end) ?? false
        } catch {
            reader = nil
            return true
        }
    }
}
#endif
