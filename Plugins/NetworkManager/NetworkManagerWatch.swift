#if canImport(CSystemd) && os(Linux)
import ConnectivityCore
import ConnectivityDBus
import ConnectivityToolkit
import Glibc

/// One observation: signals only trigger a query, and the snapshot comes from the answer to one call.
struct NetworkManagerWatch {
    var address: String
    var grace: Duration
    var stop: Waker
    var report: @Sendable (InterfaceSnapshot) -> Void
    /// The number of resumptions that logind has reported.
    private var resumeCount = 0

    init(address: String, grace: Duration, stop: Waker, report: @escaping @Sendable (InterfaceSnapshot) -> Void) {
        (self.address, self.grace, self.stop, self.report) = (address, grace, stop, report)
    }

    static let answerTimeout: Duration = .seconds(5)
    /// The time without signals after which a burst counts as over.
    static let quiet: Duration = .milliseconds(20)
    /// The maximum time by which a burst delays the next query.
    static let longestBurst: Duration = .milliseconds(100)

    private enum Look {
        case objects(NetworkManagerObjects)
        /// NetworkManager is not running.
        case absent
        case stopped
    }

    /// Reports until the waker `stop` is signalled; blocks the thread.
    mutating func run() throws(NetworkManagerError) {
        do {
            try observe()
        } catch let error as NetworkManagerError {
            throw error
        } catch BusError.library(let problem) {
            throw .library(problem)
        } catch BusError.system(let code) {
            throw .bus(code: code)
        } catch {
            throw .malformed
        }
    }

    private mutating func observe() throws {
        let bus = try BusConnection(to: address)
        // The rules are added before the first query, so that no change is missed: the bus answers in order.
        for rule in Self.rules {
            try bus.call(Self.bus, "/org/freedesktop/DBus", Self.bus, "AddMatch") { (writer) throws(BusError) in
                try writer.text(rule)
            }
        }
        var last: InterfaceSnapshot?
        var absentSince: ContinuousClock.Instant?
        while true {
            switch try look(bus) {
            case .stopped: return
            case .absent:
                guard last != nil else { throw NetworkManagerError.notRunning }
                absentSince = absentSince ?? .now
            case .objects(let objects):
                absentSince = nil
                var snapshot = objects.snapshot { name in unsafe Int(if_nametoindex(name)) }
                snapshot.resumeCount = resumeCount
                if snapshot.withoutVolatileParts != last?.withoutVolatileParts {
                    last = snapshot
                    report(snapshot)
                }
            }
            let end = absentSince.map { $0 + grace }
            guard try waitForChange(bus, until: end) else { return }
            if let end, end <= .now { throw NetworkManagerError.notRunning }
        }
    }

    private mutating func look(_ bus: borrowing BusConnection) throws -> Look {
        let call = try bus.call(
            NetworkManagerObjects.service,
            NetworkManagerObjects.root,
            "org.freedesktop.DBus.ObjectManager",
            "GetManagedObjects"
        )
        let deadline = ContinuousClock.now + Self.answerTimeout
        while true {
            switch try bus.next(until: deadline, unless: stop) {
            case .stopped: return .stopped
            case .timedOut: throw NetworkManagerError.noAnswer
            case .message(let message):
                guard let answered = message.answered else {
                    // Any other signal was sent before the answer, which includes its change.
                    try noticeResuming(message)
                    continue
                }
                switch message.error {
                case nil where answered == call: return .objects(try NetworkManagerObjects(message))
                case nil: continue
                case let name? where answered == call && Self.absence.contains(name): return .absent
                case let name?: throw NetworkManagerError.refused(name)
                }
            }
        }
    }

    /// Waits for a signal or the next query's time, and for the end of the burst; `false` after `stop` is signalled.
    private mutating func waitForChange(
        _ bus: borrowing BusConnection,
        until limit: ContinuousClock.Instant?
    ) throws -> Bool {
        var burstEnd: ContinuousClock.Instant?
        while true {
            let deadline = burstEnd.map { min($0, .now + Self.quiet) } ?? limit
            switch try bus.next(until: deadline, unless: stop) {
            case .stopped: return false
            case .timedOut: return true
            case .message(let message):
                guard message.answered == nil else { continue }
                guard try noticeResuming(message) ?? Self.isTrigger(message) else { continue }
                burstEnd = burstEnd ?? .now + Self.longestBurst
            }
        }
    }

    /// Counts a message that reports a resumption; returns whether it does, `nil` if the message has another subject.
    @discardableResult
    private mutating func noticeResuming(_ message: BusMessage) throws -> Bool? {
        guard message.isSignal(Self.sleepManager, Self.sleepSignal) else { return nil }
        // The signal has the value true before the device is suspended, and false afterwards.
        guard try message.value()?.number == 0 else { return false }
        resumeCount += 1
        return true
    }

    /// Whether a reported fact may have changed.
    ///
    /// Signal strengths and counters change constantly and are ignored.
    private static func isTrigger(_ message: BusMessage) throws -> Bool {
        guard message.isSignal("org.freedesktop.DBus.Properties", "PropertiesChanged") else { return true }
        let interface = try message.value()?.text.flatMap(NetworkManagerObjects.shortName)
        guard let wanted = interface.flatMap({ NetworkManagerObjects.wanted[$0] }) else { return false }
        return !wanted.isDisjoint(with: try message.value()?.table.keys.map(\.self) ?? [])
    }

    private static let bus = "org.freedesktop.DBus"
    private static let rules = [
        "type='signal',sender='\(NetworkManagerObjects.service)',path_namespace='\(NetworkManagerObjects.root)'",
        "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',"
            + "arg0='\(NetworkManagerObjects.service)'",
        "type='signal',sender='org.freedesktop.login1',path='/org/freedesktop/login1',"
            + "interface='\(sleepManager)',member='\(sleepSignal)'",
    ]
    // org.freedesktop.login1(5)
    private static let sleepManager = "org.freedesktop.login1.Manager"
    private static let sleepSignal = "PrepareForSleep"
    private static let absence: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.UnknownObject",
        "org.freedesktop.DBus.Error.UnknownMethod",
    ]
}
#endif
