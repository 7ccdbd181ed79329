#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit

/// One observation: events only trigger reads, and every snapshot comes from dumps of the tables.
///
/// The content of an event is never used; its type and its family only exclude tables that it cannot change, and a new default
/// route only causes an early read. After any number of events, including lost ones, these tables are read again. Memory is
/// therefore bounded, the last state is always correct, IPv4 routes that disappear without an event are noticed, and partial
/// messages of wireless drivers are harmless.
struct InterfaceWatch {
    var sysfsRoot: String
    var supplies: PowerSupplies
    var receiveBuffer: Int32?
    var stop: Waker
    var report: @Sendable (InterfaceSnapshot) -> Void

    /// The time without events after which a burst counts as over.
    static let quiet: Duration = .milliseconds(10)
    /// The maximum time by which a burst delays the next read.
    ///
    /// Under a flood of events it limits the work to ten reads per second, and ten more with default routes among them.
    static let longestBurst: Duration = .milliseconds(100)
    /// The time from which a new default route causes a read before the end of its burst.
    var nextEarlyRead = ContinuousClock.now

    /// Reports until the waker `stop` is signalled; blocks the thread.
    mutating func run() throws {
        // The groups are joined before the first read, so that no change is missed.
        let events = try NetlinkSocket(groups: NetlinkSocket.changes, receiveBuffer: receiveBuffer)
        var advertisements = try RouterAdvertisements()
        var reader = try KernelTableReader()
        var wifi = WiFiFacts()
        var power = PowerFacts(supplies)
        var last: InterfaceSnapshot?
        var stale = KernelTables.Parts.all
        while true {
            guard case .tables(let tables, let areTablesSettled) = try reader.read(stale, unless: stop) else { return }
            if areTablesSettled { stale = [] }
            var snapshot = tables.assemble { NetworkInterface.Kind(of: $0, sysfsRoot: sysfsRoot) }
            guard let isWiFiSettled = wifi.add(to: &snapshot, unless: stop) else { return }
            power.add(to: &snapshot)
            advertisements.networks.add(to: &snapshot, at: .now)
            // A renewed lifetime or a changed signal strength alone is not reported.
            let steady = snapshot.withoutVolatileParts
            if steady != last {
                last = steady
                report(snapshot)
            }
            let expiry = advertisements.networks.nextEnd.map { max($0 - .now, .zero) }
            let limit = areTablesSettled && isWiFiSettled ? expiry : Self.longestBurst
            guard try waitForChange(events, &stale, &wifi, &power, &advertisements, atMost: limit) else { return }
        }
    }

    /// Waits for a change and for the end of its burst, except that a new default route ends the wait at once.
    ///
    /// With the route, a new network can be asked; later changes are another burst. The result is `false` once the waker `stop`
    /// is signalled; without a limit only events cause a read.
    private mutating func waitForChange(
        _ events: borrowing NetlinkSocket,
        _ stale: inout KernelTables.Parts,
        _ wifi: inout WiFiFacts,
        _ power: inout PowerFacts,
        _ advertisements: inout RouterAdvertisements,
        atMost limit: Duration?
    ) throws(LinuxError) -> Bool {
        let latest = limit.map { ContinuousClock.now + $0 }
        var end: ContinuousClock.Instant?
        while true {
            let waitEnd = try events.wait(
                or: power.eventNumbers + [wifi.eventNumber, advertisements.number].compactMap(\.self),
                atMost: end == nil ? latest.map { max($0 - .now, .zero) } : Self.quiet,
                unless: stop
            )
            switch waitEnd {
            case .stopped: return false
            case .timedOut: return true
            case .readable: break
            }
            let burstEnd = end ?? .now + Self.longestBurst
            let (changed, hasNewDefaultRoute) = try drain(events, until: burstEnd)
            stale.formUnion(changed)
            if hasNewDefaultRoute, nextEarlyRead <= .now {
                nextEarlyRead = .now + Self.longestBurst
                return true
            }
            let hasOtherPower = power.drain()
            let hasOtherOptions = try advertisements.drain(until: burstEnd)
            if wifi.drain(until: burstEnd) || !changed.isEmpty || hasOtherPower || hasOtherOptions { end = burstEnd }
            if let end, end <= .now { return true }
        }
    }

    /// Empties the queue, except for the rest at `end`; returns the tables that may have changed.
    private func drain(
        _ events: borrowing NetlinkSocket,
        until end: ContinuousClock.Instant
    ) throws(LinuxError) -> (KernelTables.Parts, hasNewDefaultRoute: Bool) {
        var changed: KernelTables.Parts = []
        var hasNewDefaultRoute = false
        repeat {
            switch try events.discardMessage() {
            case (.datagram, let event):
                changed.formUnion(KernelTables.Parts(changedBy: event))
                if event?.isNewDefaultRoute == true { hasNewDefaultRoute = true }
            case (.overflow, _): changed = .all
            case (.foreign, _): break
            case (.empty, _): return (changed, hasNewDefaultRoute)
            }
        } while ContinuousClock.now < end
        return (changed, hasNewDefaultRoute)
    }
}
#endif
