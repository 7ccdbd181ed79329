#if os(Linux)
import ConnectivityCore
import ConnectivityTestKit
import ConnectivityToolkit
import ConnectivityWire
import Foundation
import Glibc
import Testing
import TestSupport

@testable import ConnectivityNotifiers

@Suite struct `The status on a socket` {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Calls a body while the notifier serves.
    private func serving(_ notifier: StatusNotifier, _ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await notifier.serve(NotifierRun { [NotifierRun.Statistics(name: "A")] }) }
            while LocalClient(notifier.address)?.close() == nil { try await Task.sleep(for: .milliseconds(5)) }
            try await body()
            group.cancelAll()
        }
    }

    private func answer(_ notifier: StatusNotifier) async throws -> [String: Any] {
        let bytes = try await StatusQuery.ask(notifier.path)
        #expect(bytes.last == 0x0A && bytes.count { $0 == 0x0A } == 1)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test func `Each client gets the newest assessment, as a line of JSON`() async throws {
        let notifier = try notifier(
            StatusNotifier.self,
            #"{ "use": "notifier.status", "socket": "\#(folder.path("s"))", "mode": "0600" }"#
        )
        try await serving(notifier) {
            let first = try await answer(notifier)
            #expect(first["assessment"] is NSNull && first["process"] as? Int == Int(getpid()))
            try await notifier.handle(.assessmentChanged(.portal))
            let second = try await answer(notifier)
            expect((second["assessment"] as? [String: Any])?["access"] as? String, "captive")
            expect((second["notifiers"] as? [[String: Any]])?.first?["name"] as? String, "A")
            var confirmed = Assessment.portal
            confirmed.confirmedAt = Timestamp(sinceEpoch: .seconds(9))
            try await notifier.handle(.assessmentConfirmed(confirmed))
            let third = try await answer(notifier)
            expect((third["assessment"] as? [String: Any])?["confirmedAt"] as? String, "1970-01-01T00:00:09.000Z")
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path("s"))[.posixPermissions]
            expect(mode as? Int, 0o600)
        }
        try expect(folder.names(), [], "the file of the socket is removed")
    }

    @Test func `The public part has neither addresses nor the query of a sign-in page`() throws {
        var assessment = Assessment.sample(
            .captive(CaptivePortal(signInURL: "http://login.example:8080/in?token=tok4711", kind: .redirect)),
            because: Reason("redirect", ["location": "http://login.example/in?token=tok4711"])
        )
        assessment.interface?.addresses = [.init("192.0.2.7", prefixLength: 24)]
        assessment.snapshot = InterfaceSnapshot([assessment.interface].compactMap(\.self), nameServers: ["192.0.2.53"])
        let text = try JSONOutput.text(of: assessment.publicPart)
        #expect(
            text.contains("http://login.example:8080/in\"") && !text.contains("tok4711") && !text.contains("192.0.2."),
            "\(text)"
        )
    }

    @Test func `A service with too many clients is asked again until it has room`() async throws {
        let address = try #require(LocalAddress(path: folder.path("s")))
        let listener = try Descriptor(socket: AF_UNIX, Descriptor.stream, isBlocking: true)
        try listener.bind(to: address.form)
        try listener.listen(queueLength: 0)
        var clients: [Descriptor] = []
        #expect(throws: Errno(EAGAIN)) {
            while true {
                let client = try Descriptor(socket: AF_UNIX, Descriptor.stream)
                try client.connect(to: address.form)
                clients.append(client)
            }
        }
        try #require(!clients.isEmpty)
        let path = folder.path("s")
        let cancelled = Task { try await StatusQuery.ask(path) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }

        let count = clients.count
        let server = Thread {
            for _ in 0...count {
                let client = try? listener.accept()
                _ = try? client?.write(Array("{}".utf8)[...])
            }
        }
        server.start()
        try await expect(StatusQuery.ask(path), Array("{}".utf8))
    }

    @Test func `The status says how often the source failed, and how`() async throws {
        let notifier = try #require(StatusNotifier(socket: folder.path("s")))
        try await serving(notifier) {
            #expect(try await answer(notifier)["source"] is NSNull)
            try await notifier.handle(.sourceFailed(NotifierFault("first"), restartingAfter: .seconds(1)))
            try await notifier.handle(.sourceFailed(NotifierFault("\u{1B}[2J second"), restartingAfter: .seconds(2)))
            let source = try #require(try await answer(notifier)["source"] as? [String: Any])
            expect(source["failed"] as? Int, 2)
            expect((source["lastFailure"] as? String)?.hasSuffix(#"\u{1b}[2J second"#), true)
            try await notifier.handle(.runEnded(throwing: nil))
            #expect(try await answer(notifier)["source"] is NSNull)
        }
    }

    @Test func `Clients that never read do not block others`() async throws {
        let notifier = try #require(StatusNotifier(socket: folder.path("s")))
        try await notifier.handle(.assessmentChanged(.portal))
        try await serving(notifier) {
            let holders = (0..<200).compactMap { _ in LocalClient(notifier.address) }
            let announced = try await answer(notifier)
            #expect(announced["version"] != nil)
            for client in holders { client.close() }
        }
    }

    @Test func `A socket that another process serves is an error that names it`() async throws {
        let notifier = try #require(StatusNotifier(socket: folder.path("s")))
        let other = try #require(StatusNotifier(socket: folder.path("s")))
        try await serving(notifier) {
            let fault = await #expect(throws: NotifierFault.self) { try await other.serve(NotifierRun()) }
            expect(fault?.description.contains("Address already in use"), true)
        }
    }

    @Test func `A socket without a server is reported differently from a path that is no socket`() async throws {
        let path = folder.path("s")
        let absent = await #expect(throws: StatusQuery.Fault.self) { try await StatusQuery.ask(path) }
        expect(absent?.description, "No such file or directory")
        let relative = await #expect(throws: StatusQuery.Fault.self) { try await StatusQuery.ask("s") }
        expect(relative?.description.contains("must be absolute"), true)
    }

    @Test func `The notifier of the status keeps the laws of notifiers`() async throws {
        try await NotifierLaws.check(try #require(StatusNotifier(socket: folder.path("s"))))
    }

    @Test(arguments: [
        #"{ "use": "notifier.status" }"#, #"{ "use": "notifier.status", "socket": "s" }"#,
        #"{ "use": "notifier.status", "socket": "/s", "mode": "999" }"#,
    ])
    func `Wrong options are refused`(json: String) throws {
        #expect(throws: (any Error).self) { try notifier(StatusNotifier.self, json) }
    }
}
#endif
