#if os(Linux)
import ConnectivityCore
import Glibc
import Testing
import TestSupport

@testable import ConnectivityNetlink

@Suite struct `Power supplies and suspension` {
    @Test(
        arguments: [
            ([:], nil),
            (["BAT0": ["type": "Battery", "status": "Discharging"]], true),
            (["BAT0": ["type": "Battery", "status": "Charging"], "AC": ["type": "Mains", "online": "1"]], false),
            (["BAT0": ["type": "Battery", "status": "Discharging"], "AC": ["type": "Mains", "online": "0"]], true),
            // A machine that its charger cannot feed fast enough is not on battery.
            (["BAT0": ["type": "Battery", "status": "Discharging"], "usb": ["type": "USB", "online": "1"]], false),
            (["mouse": ["type": "Battery", "scope": "Device", "status": "Discharging"]], nil),
            (["AC": ["type": "Mains", "online": "1"]], nil),
        ] as [([String: [String: String]], Bool?)]
    )
    func `Whether the device runs on its battery follows from the power supplies`(
        _ supplies: [String: [String: String]],
        isOnBattery: Bool?
    ) throws {
        let folder = try SystemFolder()
        for (name, files) in supplies {
            for (file, text) in files { try folder.write("\(text)\n", to: "\(name)/\(file)") }
        }
        let known = PowerSupplies(root: folder.path)
        expect(known.isOnBattery, isOnBattery)
        expect(known.areKnown, !supplies.isEmpty)
    }

    @Test func `Only an event of a power supply is one`() {
        let event = { (subsystem: String) in
            Array("change@/devices/x\0ACTION=change\0SUBSYSTEM=\(subsystem)\0".utf8)[...]
        }
        #expect(PowerSupplies.isNamed(in: event("power_supply")))
        #expect(!PowerSupplies.isNamed(in: event("net")))
        #expect(!PowerSupplies.isNamed(in: []))
    }

    @Test func `A suspension is time that one clock counts and the other does not`() throws {
        final class Suspended { var time = Duration.seconds(100) }
        let suspended = Suspended()
        guard var clock = SuspensionClock({ suspended.time }) else {
            Issue.record("the system has no such timer")
            return
        }
        var found: [Bool] = []
        for passed in [Duration.zero, .milliseconds(900), .seconds(3600), .zero] {
            suspended.time += passed
            found.append(clock.drain())
        }
        expect(found, [false, false, true, false])
    }

    @Test func `Setting the clock wakes the watch, and is no suspension`() {
        guard var clock = SuspensionClock() else {
            Issue.record("the system has no such timer")
            return
        }
        let number = clock.number
        func isReadable(within milliseconds: Int32) -> Bool {
            var wait = [pollfd(fd: number, events: Int16(POLLIN), revents: 0)]
            return unsafe poll(&wait, 1, milliseconds) == 1
        }
        #expect(!isReadable(within: 0))
        var now = timespec()
        // To the same time; without the right to do so, there is nothing to see.
        guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0, unsafe clock_settime(CLOCK_REALTIME, &now) == 0 else {
            return
        }
        #expect(isReadable(within: 1000))
        let hasResumed = clock.drain()
        #expect(!hasResumed && !isReadable(within: 0))
    }
}
#endif
