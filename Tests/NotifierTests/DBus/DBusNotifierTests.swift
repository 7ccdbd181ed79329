#if canImport(CSystemd) && os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityToolkit
import ConnectivityWire
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ConnectivityDBus

@Suite(.serialized, .timeLimit(.minutes(2)), .needs(BusLab.need)) struct `The notifiers over D-Bus` {
    private let lab: BusLab

    init() throws { lab = try BusLab() }

    @Test func `The properties on the bus are those of the newest assessment, with the levels of the desktop portal`()
        async throws
    {
        let notifier = DBusNotifier(bus: lab.address)
        let looks = Lock(0)
        let error = try await serving(notifier, NotifierRun(lookNow: { looks.withLock { $0 += 1 } })) {
            try await wait(for: "the name") { try await lab.property("Access") == "variant       determining" }
            try await notifier.handle(.assessmentChanged(.portalOnWiFi))
            try await wait(for: "the change") { try await lab.property("Access") == "variant       captive" }
            try await expect(lab.property("PortalURL"), "variant       http://login.example/?id=7")
            try await expect(lab.property("Interface"), "variant       wlan0")
            try await expect(lab.property("Final"), "variant       boolean true")
            try await expect(lab.property("Since"), "variant       uint64 5000000")
            try await expect(lab.property("PortalEvent"), "variant")
            for stage in ["found", "unlocked", "expiring"] {
                try await notifier.handle(.observed(.portal(stage)))
                try await wait(for: stage) { try await lab.property("PortalEvent") == "variant       \(stage)" }
            }
            try await expect(
                lab.property("Observations").contains("portal"),
                false,
                "an event does not last"
            )
            let levels: [(InternetAccess, Int)] = [
                (.disconnected, 1), (.unreachable, 2), (.blocked, 2), (.partial, 2), (.determining, 2), (.online, 4),
            ]
            try await expect(lab.property("Level"), "variant       uint32 3")
            for (access, level) in levels {
                try await notifier.handle(.assessmentChanged(.onWiFi(access)))
                try await wait(for: "\(access)") { try await lab.property("Access") == "variant       \(access.name)" }
                try await expect(lab.property("Level"), "variant       uint32 \(level)")
            }
            let path = "/io/github/swift_connectivity io.github.swift_connectivity.Connectivity1"
            let start = #"{"access":"online","beganAt":null,"caveats":[],"confirmedAt":null"#
            #expect(try await lab.send("\(path).GetAssessment").hasPrefix(start))
            try await expect(lab.send("\(path).LookNow"), "")
            expect(looks.withLock { $0 }, 1)
        }
        #expect(error == nil)
        try await expect(lab.property("Access").contains("ServiceUnknown"), true, "the name goes with the run")
    }

    /// As `status` asks, behind a portal that answers each default endpoint.
    @Test func `An assessment of the default endpoints arrives whole, and a long sentence with it`() async throws {
        let notifier = DBusNotifier(bus: lab.address)
        let query = try #require(notifier.statusAddress.flatMap(DBusQuery.init(at:)))
        let page = Array(String(repeating: "<p>Sign in.</p>\u{202E}", count: 500).utf8)
        var assessment = Assessment.onWiFi(.blocked, because: .stated(String(repeating: "\u{202E}", count: 1000)))
        let reports = Endpoint.standard.map { endpoint in
            let request = ProbeRequest(endpoint.question)
            let answer = Answer.http(ProbeResponse(status: 200, body: page))
            let exchange = ProbeExchange(request: request, outcome: .success(answer))
            return EndpointReport(
                name: endpoint.name,
                owner: endpoint.owner,
                exchange: exchange,
                verdict: .inconclusive
            )
        }
        let path = NetworkPath(interface: "wlan0")
        assessment.paths = [PathAssessment(path: path, access: .blocked, reason: .noEndpoint, endpoints: reports)]
        let sent = assessment
        try await serving(notifier) {
            try await wait(for: "the name") { try await lab.property("Access").hasPrefix("variant") }
            try await expect(query.ask().assessment, "null")
            try await notifier.handle(.assessmentChanged(sent))
            try await wait(for: "the change") { try await lab.property("Access") == "variant       blocked" }
            let answer = try await query.ask()
            #expect(answer.assessment.utf8.count > 10_000)
            expect(answer.assessment, (try JSON(encoding: sent).sorted.text))
            #expect(HostileText.dangerous(in: answer.assessment).isEmpty)
            #expect(answer.sentence.hasPrefix(#"\u{202e}\u{202e}"#), "\(answer.sentence.prefix(100))")
        }
    }

    @Test func `A connection that nothing comes over does not wake up`() async throws {
        let address = lab.address
        let switches = try await DedicatedThread.run {
            let count = {
                let text = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
                let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
                return line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0
            }
            guard let stop = Waker() else { throw DBusFault(description: "no pipe") }
            let bus = try BusConnection(to: address)
            // The first messages of the bus are read first.
            while case .message = try bus.next(until: .now + .milliseconds(300), unless: stop) {}
            let before = count()
            guard case .timedOut = try bus.next(until: .now + .seconds(4), unless: stop) else { return Int.max }
            return count() - before
        } stop: {
        }
        #expect(switches <= 2)
    }

    @Test func `Calls that make no sense are refused, and the object still answers`() async throws {
        let notifier = DBusNotifier(bus: lab.address)
        try await serving(notifier) {
            try await wait(for: "the name") { try await lab.property("Access").hasPrefix("variant") }
            let (path, get) = ("/io/github/swift_connectivity", "org.freedesktop.DBus.Properties")
            #expect(try await lab.property("Nothing").contains("InvalidArgs"))
            #expect(try await lab.send("\(path) \(get).Get").contains("InvalidArgs"))
            #expect(try await lab.send("\(path) \(get).Get uint32:5 array:string:a").contains("InvalidArgs"))
            let long = String(repeating: "x", count: 10_000)
            #expect(try await lab.send("\(path) \(get).Get string:a string:\(long)").contains("InvalidArgs"))
            let set = "\(get).Set string:a string:Access variant:string:online"
            #expect(try await lab.send("\(path) \(set)").contains("PropertyReadOnly"))
            #expect(try await lab.send("/other a.b.C").contains("UnknownMethod"))
            #expect(try await lab.send("\(path) \(get).GetAll string:").contains("PortalURL"))
            #expect(
                try await lab.send("/io org.freedesktop.DBus.Introspectable.Introspect").contains(
                    "node name=\"github\""
                )
            )
            let description = try await lab.send("\(path) org.freedesktop.DBus.Introspectable.Introspect")
            #expect(description.contains(#"<property name="Level" type="u" access="read"/>"#))
            for _ in 0..<20 { _ = try await lab.property("Access") }
            try await expect(lab.property("Access"), "variant       determining")
        }
    }

    @Test func `Listeners on the bus receive each change`() async throws {
        let notifier = DBusNotifier(bus: lab.address)
        let output = "\(lab.folder.path())/monitor"
        let rule = "\"type='signal',interface='org.freedesktop.DBus.Properties'\""
        // The monitor ends with the bus.
        expect(unsafe system("dbus-monitor --address '\(lab.address)' \(rule) > \(output) 2>&1 &"), 0)
        func received() -> String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }
        try await wait(for: "the monitor") { received().contains("NameAcquired") || !received().isEmpty }
        try await serving(notifier) {
            try await wait(for: "the name") { try await lab.property("Access").hasPrefix("variant") }
            try await notifier.handle(.assessmentChanged(.portalOnWiFi))
            try await wait(for: "the signal") { received().contains(#"string "captive""#) }
            #expect(received().contains("member=PropertiesChanged"))
        }
    }

    @Test func `A name that is taken and a bus that is absent are failures with a reason`() async throws {
        let first = DBusNotifier(bus: lab.address)
        try await serving(first) {
            try await wait(for: "the name") { try await lab.property("Access").hasPrefix("variant") }
            let taken = await #expect(throws: DBusFault.self) {
                try await DBusNotifier(bus: lab.address).serve(NotifierRun())
            }
            expect(taken?.description, "the name io.github.swift_connectivity: another program has it")
        }
        let absent = await #expect(throws: DBusFault.self) {
            try await DBusNotifier(bus: "unix:path=/nowhere/bus").serve(NotifierRun())
        }
        expect(absent?.description, "the bus unix:path=/nowhere/bus: No such file or directory")
        let silent = await #expect(throws: DBusFault.self) {
            try await DesktopNotifier(bus: lab.address).run(with: .portalOnWiFi)
        }
        expect(silent?.description, "org.freedesktop.Notifications: org.freedesktop.DBus.Error.ServiceUnknown")
    }

    @Test func `A notification appears at a portal, opens its page, and goes when the portal is gone`() async throws {
        let desktop = try FakeDesktop(lab.address)
        defer { desktop.end() }
        let notifier = DesktopNotifier(bus: lab.address)
        let looks = Lock(0)
        let error = try await serving(notifier, NotifierRun(signInBegan: { looks.withLock { $0 += 1 } })) {
            try await notifier.handle(.assessmentChanged(.onWiFi(.determining)))
            try await notifier.handle(.assessmentChanged(.portalOnWiFi))
            try await wait(for: "the notification") { desktop.calls.count == 1 }
            let text = "no endpoint is configured"
            expect(
                desktop.calls.first,
                "Notify | connectivityctl | 0 | network-wireless | Sign-in required on wlan0 | \(text) | [default, Sign in] | {category: network} | ?"
            )
            // The number of the notification must have arrived before an action can be chosen.
            try await Task.sleep(for: .milliseconds(100))
            desktop.choose(99)
            desktop.choose(7)
            try await wait(for: "the page") { desktop.calls.count == 2 }
            expect(desktop.calls.last, "OpenURI |  | http://login.example/?id=7 | {}")
            expect(looks.withLock { $0 }, 1)
            try await notifier.handle(.assessmentChanged(.onWiFi(.online)))
            try await wait(for: "the end of the notification") { desktop.calls.count == 3 }
            expect(desktop.calls.last, "CloseNotification | 7")
        }
        #expect(error == nil)
    }

    @Test func `Text of the network is neither markup nor a secret in a notification, which the end of the run closes`()
        async throws
    {
        let desktop = try FakeDesktop(lab.address)
        defer { desktop.end() }
        let notifier = DesktopNotifier(accesses: ["blocked"], bus: lab.address)
        try await serving(notifier) {
            try await notifier.handle(.assessmentChanged(.portalOnWiFi))
            try await notifier.handle(
                .assessmentChanged(
                    .onWiFi(
                        .blocked,
                        because: .stated("<a href='http://x/?token=tok4711'>&\u{1B}<\u{301}b>\(HostileText.text)")
                    )
                )
            )
            try await wait(for: "the notification") { desktop.calls.count == 1 }
            expect(
                desktop.calls.first?.contains(#"&lt;a href='http://x/?token=REDACTED-1'&gt;&amp;\u{1b}"#),
                true,
                "\(desktop.calls)"
            )
            let call = desktop.calls.first ?? ""
            #expect(!call.unicodeScalars.contains { $0 == "<" || $0 == ">" }, "\(call)")
            #expect(HostileText.dangerous(in: call).isEmpty, "\(call)")
            #expect(call.contains("| [] |"))
            try await Task.sleep(for: .milliseconds(100))
        }
        try await wait(for: "the end of the notification") {
            desktop.calls.last?.hasPrefix("CloseNotification") == true
        }
    }

    @Test func `The notifiers over D-Bus keep the laws of notifiers`() async throws {
        let desktop = try FakeDesktop(lab.address)
        defer { desktop.end() }
        try await NotifierLaws.check(DBusNotifier(bus: lab.address))
        try await NotifierLaws.check(DesktopNotifier(bus: lab.address))
    }

    @Test func `Options of the notifiers over D-Bus that cannot be used are refused with advice`() throws {
        func refusal(_ json: String) throws -> String {
            let registry = try PluginRegistry.standard()
            let error = #expect(throws: PluginError.self) {
                _ = try PipelineConfiguration(json: Data(#"{"notifiers": [\#(json)]}"#.utf8), registry: registry)
            }
            return "\(try #require(error))"
        }
        #expect(
            try refusal(#"{"use": "notifier.dbus", "bus": "home"}"#).contains(
                "must be session, system, or one D-Bus address"
            )
        )
        #expect(
            try refusal(#"{"use": "notifier.desktop", "bus": "unixexec:path=/bin/sh"}"#).contains("one D-Bus address")
        )
        #expect(try refusal(#"{"use": "notifier.dbus", "name": "a.b"}"#).contains("at name: was removed"))
        #expect(try refusal(#"{"use": "notifier.desktop", "access": ["offline"]}"#).contains("captive, blocked"))
    }
}

extension DesktopNotifier {
    fileprivate func run(with assessment: Assessment) async throws {
        try await handle(.assessmentChanged(assessment))
        try await serve(NotifierRun())
    }
}
#endif
