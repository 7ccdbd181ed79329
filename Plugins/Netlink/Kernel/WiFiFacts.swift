#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit

/// Adds the facts of nl80211 to snapshots that contain a wireless interface.
///
/// Without a wireless interface nl80211 is not queried, because the query alone makes the kernel load a module. An
/// error here only leaves out the facts about the wireless network; the observation continues.
struct WiFiFacts: ~Copyable {
    private var reader: WiFiReader?
    /// The wireless interfaces that existed when the kernel had no nl80211; a new one may have loaded it.
    private var unanswered: Set<Int> = []

    /// The maximum number of queries to a busy kernel.
    private static let tries = 2

    /// The number of the socket that announces changes, once it exists.
    var eventNumber: Int32? {
        switch reader {
        case .some(let reader): reader.eventNumber
        case nil: nil
        }
    }

    /// Adds the associations of wireless interfaces, and returns whether they are settled; `nil` means stopped.
    ///
    /// If they are not settled, another read is due.
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
                // The rest of an unfinished answer is discarded together with its socket.
                reader = nil
            }
        }
        return true
    }

    /// Empties the queue of announcements, except for the rest at `end`; returns whether another read is due.
    ///
    /// One is also due after a failure of the queue itself.
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
