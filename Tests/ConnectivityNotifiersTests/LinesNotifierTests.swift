#if os(Linux)
import ConnectivityCore
import Foundation
import Testing

@testable import ConnectivityNotifiers

@Suite struct `The notifier of lines` {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func objects() throws -> [[String: Any]] {
        try folder.text("lines").split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func `The events of a portal are lines with the path`() async throws {
        let json = LinesNotifier(to: .file(folder.path("lines")), isJSON: true, events: .portals)
        try await json.handle(.portalChanged(.found, on: .portal))
        try await json.handle(.portalChanged(.expiring(in: .milliseconds(90_500)), on: .portal))
        let lines = try objects()
        #expect(lines.map { $0["event"] as? String } == ["portal", "portal"])
        #expect(lines.map { $0["portalEvent"] as? String } == ["found", "expiring"])
        #expect(lines.map { $0["expiresIn"] as? Double } == [nil, 90.5])
        let path = try #require(lines[0]["path"] as? [String: Any])
        #expect((path["portal"] as? [String: Any])?["signInURL"] as? String == "http://login.example/?id=7")
        #expect(lines.allSatisfy { $0["assessment"] is NSNull && $0["error"] is NSNull })

        let text = LinesNotifier(to: .file(folder.path("text")), events: .portals)
        try await text.handle(.portalChanged(.expiring(in: .seconds(90)), on: .portal))
        #expect(
            try folder.text("text").hasSuffix(
                "  portal  expiring in 90 s on wlan0: captive, no endpoint is configured\n"
            )
        )
    }

    @Test func `A source that fails is a line by default, with the time until it is started again`() async throws {
        let notifier = try notifier(
            LinesNotifier.self,
            #"{"use": "notifier.lines", "file": "\#(folder.path("lines"))", "format": "json"}"#
        )
        #expect(notifier.mailbox.events == [.changes, .sources])
        try await notifier.handle(.sourceFailed(NotifierFault("no\nmemory"), restartingAfter: .seconds(2)))
        let line = try #require(try objects().first)
        #expect(line["event"] as? String == "source-failed" && line["restartsIn"] as? Int == 2)
        #expect((line["error"] as? String)?.contains(#"no\u{a}memory"#) == true)
    }
}
#endif
