#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityPipeline
import ConnectivityRegistry
import ConnectivityTestKit
import Foundation
import Glibc
import Testing
import TestSupport

@testable import ConnectivityNotifiers

@Suite(.serialized, .timeLimit(.minutes(2))) struct `The notifiers for systemd` {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func receiver(_ path: String) throws -> DatagramReceiver {
        try DatagramReceiver(try #require(LocalAddress(path: path)))
    }

    @Test(arguments: ["path", "abstract"])
    func `Sends systemd READY=1 once, each status, and STOPPING=1`(kind: String) async throws {
        let path = kind == "path" ? folder.path("notify") : "@notifiers-\(UUID().uuidString)"
        let manager = try receiver(path)
        let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": path])
        try await notifier.handle(.assessmentChanged(.sample(.online)))
        expect(manager.next(), "READY=1\nSTATUS=online on eth0: no endpoint is configured\n")
        try await notifier.handle(.assessmentChanged(.sample(.partial, interface: "e\nREADY=0")))
        expect(manager.next(), "STATUS=partial on e\\u{a}READY=0: no endpoint is configured\n")
        try await notifier.handle(.runEnded(throwing: nil))
        expect(manager.next(), "STOPPING=1\nSTATUS=no longer watching\n")
        try await notifier.handle(.runHandedOver)
        try await notifier.handle(.runEnded(throwing: nil))
        try await notifier.handle(.runEnded(throwing: NotifierFault("netlink\nX=1")))
        expect(manager.next(), "STOPPING=1\nSTATUS=the interfaces can no longer be observed: netlink\\u{a}X=1\n")
    }

    @Test func `The unit is ready when the option says so`() async throws {
        let manager = try receiver(folder.path("notify"))
        for (readiness, expected) in [(SystemdNotifier.Readiness.watching, 0), (.known, 1), (.online, 2)] {
            let notifier = SystemdNotifier(readiness: readiness, environment: ["NOTIFY_SOCKET": folder.path("notify")])
            var ready: [Int] = []
            for (index, access) in [InternetAccess.determining, .partial, .online, .online].enumerated() {
                try await notifier.handle(.assessmentChanged(.sample(access)))
                if manager.next().hasPrefix("READY=1\n") { ready.append(index) }
            }
            expect(ready, [expected])
        }
    }

    @Test func `Sends WATCHDOG=1 twice per interval, only if WATCHDOG_PID matches`() async throws {
        let manager = try receiver(folder.path("notify"))
        var environment = [
            "NOTIFY_SOCKET": folder.path("notify"), "WATCHDOG_USEC": "200000", "WATCHDOG_PID": "\(getpid())",
        ]
        let notifier = SystemdNotifier(environment: environment)
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await notifier.serve(NotifierRun()) }
            try await Task.sleep(for: .milliseconds(50))
            for _ in 0..<6 { expect(manager.next(), "WATCHDOG=1\n") }
            group.cancelAll()
            try await group.waitForAll()
        }
        let elapsed = ContinuousClock.now - start
        #expect(elapsed > .milliseconds(450) && elapsed < .seconds(5), "\(elapsed)")
        environment["WATCHDOG_PID"] = "1"
        try await SystemdNotifier(environment: environment).serve(NotifierRun())
        for wrong in ["", "0", "-5", "x"] {
            environment = ["NOTIFY_SOCKET": folder.path("notify"), "WATCHDOG_USEC": wrong]
            try await SystemdNotifier(environment: environment).serve(NotifierRun())
        }
    }

    @Test func `Without a service manager nothing is sent, and a manager that is gone is a failure`() async throws {
        try await SystemdNotifier(environment: [:]).handle(.assessmentChanged(.sample()))
        let gone = SystemdNotifier(environment: ["NOTIFY_SOCKET": folder.path("gone")])
        let error = await #expect(throws: NotifierFault.self) { try await gone.handle(.assessmentChanged(.sample())) }
        expect(error?.description, "unix:\(folder.path("gone")): No such file or directory")
        let remote = SystemdNotifier(environment: ["NOTIFY_SOCKET": "vsock:2:1234"])
        let other = await #expect(throws: NotifierFault.self) { try await remote.handle(.assessmentChanged(.sample())) }
        expect(other?.description, "NOTIFY_SOCKET names no socket of this device: vsock:2:1234")
    }

    @Test func `A manager that reads nothing delays a call for a moment only`() async throws {
        let manager = try receiver(folder.path("notify"))
        let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": folder.path("notify")])
        var failures = 0
        let start = ContinuousClock.now
        for _ in 0..<2000 where failures == 0 {
            do { try await notifier.handle(.assessmentChanged(.sample())) } catch { failures += 1 }
        }
        expect(failures, 1)
        #expect(ContinuousClock.now - start < .seconds(10))
        _ = manager.next()
    }

    @Test func `The journal receives fields and the level of the access`() async throws {
        let journal = try receiver(folder.path("journal"))
        let notifier = try #require(JournalNotifier(events: .all, socket: folder.path("journal")))
        try await notifier.handle(.assessmentChanged(.sample(.online)))
        let entry = Set(journal.next().split(separator: "\n").map(String.init))
        expect(
            entry,
            [
                "MESSAGE=online on eth0: no endpoint is configured", "MESSAGE_ID=8f4b1d2c6e0a4f5d9b7c3a1e5d2f8064",
                "PRIORITY=5", "SYSLOG_IDENTIFIER=connectivity", "CONNECTIVITY_EVENT=changed",
                "CONNECTIVITY_ACCESS=online",
                "CONNECTIVITY_REASON=no-endpoint",
                "CONNECTIVITY_TEXT=no endpoint is configured",
                "CONNECTIVITY_INTERFACE=eth0", "CONNECTIVITY_INTERFACE_KIND=ethernet",
                "CONNECTIVITY_SINCE=1970-01-01T00:00:00.020Z",
            ]
        )
        try await notifier.handle(.assessmentChanged(.portal))
        let portal = journal.next()
        #expect(portal.contains("\nPRIORITY=4\n") && portal.contains("\nCONNECTIVITY_PREVIOUS_ACCESS=online\n"))
        #expect(!portal.contains("login.example"))
        let levels: [(InternetAccess, Int)] = [
            (.blocked, 4), (.unreachable, 4), (.partial, 4), (.disconnected, 5), (.determining, 6),
        ]
        for (access, level) in levels {
            try await notifier.handle(.assessmentChanged(.sample(access)))
            #expect(journal.next().contains("\nPRIORITY=\(level)\n"))
        }
        try await notifier.handle(.assessmentConfirmed(.sample(.online)))
        #expect(journal.next().contains("\nPRIORITY=7\n"))
        try await notifier.handle(.assessmentChanged(.sample(.online, interface: "e\nPRIORITY=0")))
        expect(journal.next().split(separator: "\n").count { $0.hasPrefix("PRIORITY=") }, 1)
        try await notifier.handle(.runEnded(throwing: NotifierFault("x")))
        #expect(journal.next().contains("\nPRIORITY=3\n"))
    }

    @Test func `The journal receives no secret of a URL that the network sent`() async throws {
        let journal = try receiver(folder.path("journal"))
        let notifier = try #require(JournalNotifier(events: .all, socket: folder.path("journal")))
        let location = "http://p.example/?mac=3c%3A22%3Afb%3A9a%3A01%3A7e&token=tok4711&lang=de"
        let reason = Reason("redirect", ["status": 302, "location": .text(location)])
        try await notifier.handle(.assessmentChanged(.sample(Assessment.portal.access, because: reason)))
        var observation = CompanionObservation.portal("found")
        (observation.reason, observation.subject) = (reason, location)
        let changed = journal.next()
        try await notifier.handle(.observed(observation))
        for entry in [changed, journal.next()] {
            #expect(entry.contains("http://p.example/?mac=00%3A00%3A5e%3A00%3A53%3A01&token=REDACTED-1"), "\(entry)")
            #expect(!entry.contains("9a%3A01") && !entry.contains("tok4711") && entry.contains("lang=de"))
        }
    }

    @Test func `The journal receives observations and the failures of the source`() async throws {
        let journal = try receiver(folder.path("journal"))
        let notifier = try #require(JournalNotifier(events: .all, socket: folder.path("journal")))
        try await notifier.handle(.observed(.portal("found", .info)))
        let found = journal.next()
        #expect(found.hasPrefix("MESSAGE=portal wlan0: found: no endpoint is configured\n"), "\(found)")
        #expect(found.contains("\nPRIORITY=6\n") && found.contains("\nCONNECTIVITY_STATE=found\n"))
        #expect(found.contains("\nCONNECTIVITY_EVENT=observed\n"))
        try await notifier.handle(.sourceFailed(NotifierFault("no\nmemory"), restartingAfter: .seconds(4)))
        let failed = journal.next()
        #expect(failed.hasPrefix("MESSAGE=a source failed: "))
        #expect(failed.contains("; the source is started again in 4 s\n") && failed.contains("\nPRIORITY=3\n"))
    }

    @Test func `The notifiers for systemd keep the laws of notifiers`() async throws {
        let socket = folder.path("socket")
        let manager = try receiver(socket)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Somebody must read, because the queue of a socket is short.
            let thread = Thread { while manager.next() != "end" {} }
            thread.start()
            let environment = ["NOTIFY_SOCKET": socket, "WATCHDOG_USEC": "100000"]
            try await NotifierLaws.check(SystemdNotifier(environment: environment))
            try await NotifierLaws.check(try #require(JournalNotifier(events: .all, socket: socket)))
            try await Datagram.send(Array("end".utf8), to: try #require(LocalAddress(path: socket)))
        }
    }

    @Test func `Options of the notifiers for systemd that cannot be used are refused with advice`() throws {
        #expect(try refusal(#"{"use": "notifier.systemd", "ready": "soon"}"#).contains("watching, known, online"))
        #expect(
            try refusal(#"{"use": "notifier.journal", "socket": "journal"}"#).contains(
                "must be the absolute path of a socket"
            )
        )
        #expect(
            try refusal(#"{"use": "notifier.journal", "identifier": "a"}"#).contains("was removed: it is connectivity")
        )
        #expect(try refusal(#"{"use": "notifier.journal", "events": []}"#).contains("must name at least one of"))
        let whole = try notifier(JournalNotifier.self, #"{"use": "notifier.journal", "events": ["ended"]}"#)
        #expect(whole.selection.hasEnd && whole.selection.events == [])
        try expect(notifier(SystemdNotifier.self, #"{"use": "notifier.systemd"}"#).readiness, .watching)
    }
}
#endif
