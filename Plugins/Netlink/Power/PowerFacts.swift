#if os(Linux)
import CNetlink
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// Adds the number of resumptions from suspension, and whether the device runs on a battery, to snapshots.
///
/// Facts that cannot be watched are left out; the observation continues.
struct PowerFacts: ~Copyable {
    private var clock: SuspensionClock?
    private let supplies: PowerSupplies
    /// Announces changes of the power supplies; `nil` if the device has no battery.
    private var events: NetlinkSocket?
    private var isOnBattery: Bool?
    private var resumeCount = 0

    init(_ supplies: PowerSupplies) {
        self.supplies = supplies
        clock = SuspensionClock()
        // The group is joined before the first read, so that no change is missed.
        if supplies.areKnown { events = try? NetlinkSocket(kernelEvents: ()) }
        isOnBattery = supplies.isOnBattery
    }

    /// The descriptors whose data announce changes.
    var eventNumbers: [Int32] {
        var numbers: [Int32] = []
        switch clock {
        case .some(let clock): numbers.append(clock.number)
        case nil: break
        }
        switch events {
        case .some(let events): numbers.append(events.number)
        case nil: break
        }
        return numbers
    }

    func add(to snapshot: inout InterfaceSnapshot) {
        snapshot.resumeCount = resumeCount
        snapshot.isOnBattery = isOnBattery
    }

    /// Reads the announcements, and returns whether anything in a snapshot changed.
    mutating func drain() -> Bool {
        let hasResumed = clock?.drain() ?? false
        if hasResumed { resumeCount += 1 }
        var isAnnounced = hasResumed
        do throws(LinuxError) {
            var buffer = [UInt8](repeating: 0, count: 4096)
            reading: while true {
                switch try events?.receive(into: &buffer) {
                case .datagram(let count)?: isAnnounced = isAnnounced || PowerSupplies.isNamed(in: buffer[..<count])
                case .overflow?: isAnnounced = true
                case .foreign?: break
                case .empty?, nil: break reading
                }
            }
        } catch {
            events = nil
        }
        guard isAnnounced else { return false }
        let before = isOnBattery
        isOnBattery = supplies.isOnBattery
        return hasResumed || isOnBattery != before
    }
}

/// The power supplies of the device in sysfs (sysfs-class-power in the kernel's ABI documentation).
struct PowerSupplies: Sendable {
    /// The folder with one entry per supply, normally `/sys/class/power_supply`.
    var root = "/sys/class/power_supply"

    private static let countMax = 32

    private var entries: [SysfsEntry] {
        (SystemFile.list(root, limit: Self.countMax) { _ in true } ?? []).compactMap {
            SysfsEntry(root: root, name: $0)
        }
    }

    /// Whether the device describes any power supply.
    var areKnown: Bool { !entries.isEmpty }

    /// Whether a battery of the device discharges and nothing else powers it; `nil` without a battery.
    ///
    /// Batteries of peripherals, such as a mouse, do not count.
    var isOnBattery: Bool? {
        let entries = entries
        let batteries = entries.filter { $0.word("type") == "Battery" && $0.word("scope") != "Device" }
        guard !batteries.isEmpty else { return nil }
        let isPowered = entries.contains {
            ["Mains", "USB"].contains($0.word("type") ?? "") && $0.word("online") == "1"
        }
        return !isPowered && batteries.contains { $0.word("status") == "Discharging" }
    }

    /// Returns whether a kernel event, a list of words that each end with a zero byte, is about a power supply.
    static func isNamed(in event: ArraySlice<UInt8>) -> Bool {
        event.split(separator: 0).contains { $0.elementsEqual("SUBSYSTEM=power_supply".utf8) }
    }
}

/// Detects suspensions of the device, without a timer that wakes it up.
///
/// A timer of the civil time that no time reaches is cancelled when the clock is set, and the kernel sets it after
/// resuming (timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`). The time of suspension, which `CLOCK_BOOTTIME` counts and
/// `CLOCK_MONOTONIC` does not (clock_gettime(2)), then distinguishes a resumption from a change of the clock.
struct SuspensionClock: ~Copyable {
    /// The shortest suspension that is detected.
    private static let shortest = Duration.seconds(1)

    private let timer: Descriptor
    private let timeSuspended: () -> Duration
    private var known: Duration

    /// Begins to watch; `nil` if the system has no such timer.
    ///
    /// The closure returns how long the device has been suspended since any fixed moment.
    init?(_ timeSuspended: @escaping () -> Duration = Self.timeSuspended()) {
        timer = Descriptor(owning: cnetlink_clock_watch())
        self.timeSuspended = timeSuspended
        known = timeSuspended()
        guard timer.number >= 0 else { return nil }
    }

    /// The descriptor that becomes readable when the clock is set.
    var number: Int32 { timer.number }

    /// Returns whether the device was suspended since the last call.
    mutating func drain() -> Bool {
        var expirations: UInt64 = 0
        _ = unsafe read(timer.number, &expirations, MemoryLayout<UInt64>.size)
        let before = known
        known = timeSuspended()
        return known - before >= Self.shortest
    }

    /// Returns a function for the time of suspension from now on.
    ///
    /// On Linux, one clock of Swift is `CLOCK_BOOTTIME`, the other `CLOCK_MONOTONIC`.
    private static func timeSuspended() -> () -> Duration {
        let (continuous, suspending) = (ContinuousClock.now, SuspendingClock.now)
        return { (ContinuousClock.now - continuous) - (SuspendingClock.now - suspending) }
    }
}
#endif
