#if os(Linux)
internal import ConnectivityCore
internal import ConnectivityBlocking

/// One observation: events are triggers, dumps are the truth.
///
/// What an event says is never used, and its kind for nl80211 alone. Any number of them, lost ones included, has the same answer: read the tables again.
/// So memory is bounded, the last state is always right, IPv4 routes that vanish without an event are noticed, and the
/// partial messages of wireless drivers do no harm.
struct InterfaceWatch {
    var sysfsRoot: String
    var receiveBuffer: Int32?
    var stop: Waker
    var report: @Sendable (InterfaceSnapshot) -> Void

    /// How long it must be quiet for a burst of events to be over.
    static let quiet: Duration = .milliseconds(10)
    /// How long a burst may delay the next look, which bounds the work under a flood to ten looks a second.
    static let longestBurst: Duration = .milliseconds(100)

    /// Reports until the waker `stop` is up; blocks the thread.
    func run() throws {
        // Joining the groups before the first look leaves no gap for a change to fall into.
        let events = try NetlinkSocket(groups: NetlinkSocket.changes, receiveBuffer: receiveBuffer)
        var reader = try KernelTableReader()
        var wifi = WiFiFacts()
        var last: InterfaceSnapshot?
        while true {
            guard case .tables(let tables, let areTablesSettled) = try reader.read(unless: stop) else { return }
            var snapshot = tables.assemble { Interface.Kind(of: $0, sysfsRoot: sysfsRoot) }
            guard let isWiFiSettled = wifi.add(to: &snapshot, unless: stop) else { return }
            // A lifetime that was renewed is no news, and neither is the strength of a signal.
            let steady = snapshot.steady
            if steady != last {
                last = steady
                report(snapshot)
            }
            let limit = areTablesSettled && isWiFiSettled ? nil : Self.longestBurst
            guard try waitForChange(events, &wifi, atMost: limit) else { return }
        }
    }

    /// Waits for a change and for the end of the burst it starts.
    ///
    /// - Parameters:
    ///   - events: The socket that announces changes.
    ///   - wifi: What announces changes of associations.
    ///   - limit: When to look again without any event; `nil` for never.
    /// - Returns: Whether another look is due; `false` once the waker `stop` is up.
    /// - Throws: Where the socket is dead.
    private func waitForChange(
        _ events: borrowing NetlinkSocket,
        _ wifi: inout WiFiFacts,
        atMost limit: Duration?
    ) throws(LinuxError) -> Bool {
        var end: ContinuousClock.Instant?
        while true {
            let wakening = try events.wait(
                or: wifi.eventNumber,
                atMost: end == nil ? limit : Self.quiet,
                unless: stop
            )
            switch wakening {
            case .stopped: return false
            case .timedOut: return true
            case .readable: break
            }
            let burstEnd = end ?? .now + Self.longestBurst
            let isTriggered = try drain(events, until: burstEnd)
            if wifi.drain(until: burstEnd) || isTriggered { end = burstEnd }
            if let end, end <= .now { return true }
        }
    }

    /// Empties the queue.
    ///
    /// - Parameters:
    ///   - events: The socket that announces changes.
    ///   - end: When to leave the rest for later.
    /// - Returns: Whether anything came from the kernel.
    /// - Throws: Where the socket is dead.
    private func drain(
        _ events: borrowing NetlinkSocket,
        until end: ContinuousClock.Instant
    ) throws(LinuxError) -> Bool {
        var isTriggered = false
        repeat {
            switch try events.discard() {
            case .datagram, .overflow: isTriggered = true
            case .foreign: break
            case .empty: return isTriggered
            }
        } while ContinuousClock.now < end
        return isTriggered
    }
}
#endif
