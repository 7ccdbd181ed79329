#if canImport(CSystemd) && os(Linux)
import ConnectivityCore
import ConnectivityDBus
import ConnectivityKit
import ConnectivityToolkit
import Foundation
import Glibc
import TestSupport
import Testing

/// A private message bus for a test, which ends with it.
final class BusLab: Sendable {
    /// The requirement of the lab.
    static let need = Need.program("dbus-daemon", from: "dbus")

    let folder = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString.prefix(8))")
    private let process = Process()

    var address: String { "unix:path=\(folder.path())/bus" }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Unlike the session's configuration, this one starts no service of the machine by its name.
        let configuration = """
            <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth><policy context="default">
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
            """
        try Data(configuration.utf8).write(to: folder.appending(path: "bus.conf"))
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "dbus-daemon", "--config-file=\(folder.path())/bus.conf", "--nofork", "--nopidfile", "--nosyslog",
            "--print-address=1",
        ]
        let printed = Pipe()
        process.standardOutput = printed
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It prints its address when it listens; its socket has a name before that.
        #expect(!printed.fileHandleForReading.availableData.isEmpty)
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Calls a method of the service with the tool of D-Bus, and returns its output without white space at the ends.
    func send(_ words: String, to service: String = "io.github.swift_connectivity") async throws -> String {
        let output = "\(folder.path())/output"
        let command =
            "dbus-send --bus='\(address)' --print-reply=literal --reply-timeout=3000 --dest=\(service) \(words)"
        try await DedicatedThread.run {
            _ = unsafe system("\(command) > \(output) 2>&1")
        } stop: {
        }
        return try String(contentsOfFile: output, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The value of a property, as the tool of D-Bus prints it.
    func property(_ name: String) async throws -> String {
        let get = "org.freedesktop.DBus.Properties.Get string:io.github.swift_connectivity.Connectivity1 string:\(name)"
        return try await send("/io/github/swift_connectivity \(get)")
    }
}

extension Assessment {
    static func onWiFi(_ access: InternetAccess, because reason: Reason = .noEndpoint) -> Assessment {
        Assessment(
            access: access,
            reason: reason,
            interface: NetworkInterface(name: "wlan0", index: 2, kind: .wifi),
            startedAt: Timestamp(sinceEpoch: .seconds(5))
        )
    }

    static let portalOnWiFi = onWiFi(.captive(CaptivePortal(signInURL: "http://login.example/?id=7", kind: .redirect)))
}

/// Runs a body while a notifier serves, and returns the error with which it ended, if any.
@discardableResult
func serving(
    _ notifier: some Notifier,
    _ run: NotifierRun = NotifierRun(),
    _ body: () async throws -> Void
) async throws -> (any Error)? {
    try await withThrowingTaskGroup(of: (any Error)?.self) { group in
        group.addTask {
            do {
                try await notifier.serve(run)
                return nil
            } catch {
                return error
            }
        }
        try await body()
        group.cancelAll()
        return try await group.next() ?? nil
    }
}

/// Waits for up to ten seconds.
func wait(for what: String, until isSo: () async throws -> Bool) async throws {
    for _ in 0..<500 {
        if try await isSo() { return }
        try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("never: \(what)")
}

/// A notification service and a desktop portal on the private bus; both only write down what is asked of them.
final class FakeDesktop: Sendable {
    private let log = Lock<[String]>([])
    private let actions = Lock((chosen: [UInt32](), isOver: false))
    private let stop: Waker

    var calls: [String] { log.withLock { $0 } }

    init(_ address: String) throws {
        stop = try #require(Waker())
        let ready = try #require(Waker())
        DedicatedThread.start { [self] in
            do { try run(address, ready) } catch { log.withLock { $0.append("\(error)") } }
        }
        _ = ready.wait(atMost: .seconds(5))
    }

    /// Chooses the action of a notification, as a person does.
    func choose(_ number: UInt32) {
        actions.withLock { $0.chosen.append(number) }
        stop.wakeUp()
    }

    func end() {
        actions.withLock { $0.isOver = true }
        stop.wakeUp()
    }

    private func run(_ address: String, _ ready: Waker) throws {
        let bus = try BusConnection(to: address)
        let dbus = "org.freedesktop.DBus"
        for name in ["org.freedesktop.Notifications", "org.freedesktop.portal.Desktop"] {
            try bus.call(dbus, "/org/freedesktop/DBus", dbus, "RequestName") { (writer) throws(BusError) in
                try writer.text(name)
                try writer.uint32(4)
            }
        }
        var number: UInt32 = 6
        while true {
            switch try bus.next(until: nil, unless: stop) {
            case .timedOut: break
            case .stopped:
                stop.clear()
                let (chosen, isOver) = actions.withLock { actions in
                    defer { actions.chosen = [] }
                    return actions
                }
                if isOver { return }
                let (path, interface) = ("/org/freedesktop/Notifications", "org.freedesktop.Notifications")
                for number in chosen {
                    try bus.emit(path, interface, "ActionInvoked") { (writer) throws(BusError) in
                        try writer.uint32(number)
                        try writer.text("default")
                    }
                }
            case .message(let message):
                if message.answered != nil { ready.wakeUp() }
                guard let call = message.call else { continue }
                var parts: [String] = []
                while let value = try message.value() { parts.append(Self.text(value)) }
                log.withLock { $0.append(([call.method] + parts).joined(separator: " | ")) }
                number += 1
                let next = number
                try bus.answer(message) { (writer) throws(BusError) in
                    if call.method == "Notify" { try writer.uint32(next) }
                }
            }
        }
    }

    private static func text(_ value: BusValue) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .bytes(let bytes): "\(bytes)"
        case .list(let list): "[\(list.map(text).joined(separator: ", "))]"
        case .table(let table):
            "{\(table.sorted { $0.key < $1.key }.map { "\($0): \(text($1))" }.joined(separator: ", "))}"
        case .other: "?"
        }
    }
}
#endif
