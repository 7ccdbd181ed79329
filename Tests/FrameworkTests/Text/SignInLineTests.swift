import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivitySignIn
import ConnectivityText
import Foundation
import TestSupport
import Testing

@Suite struct `What a sign-in agent did, for people` {
    private static let json = """
        {
            "network": "hotel", "interface": "wlan0", "agent": "sign-in.wispr", "purpose": "sign-in", "result": "stopped",
            "reason": { "code": "sign-in-no-answer" }, "startedAt": "2026-11-02T08:00:00Z", "duration": 2,
            "steps": [
                { "method": "GET", "url": "https://a.example/", "status": 200 },
                {
                    "method": "POST", "url": "https://b.example/", "fields": ["user", "p"], "secrets": ["password"],
                    "reason": { "code": "sign-in-cut" }
                },
                { "method": "GET", "url": "https://a.example/late", "reason": { "code": "sign-in-no-answer" } }
            ]
        }
        """

    @Test func `A refused request is reported as not sent, and one without an answer is not`() throws {
        let sentences = try PluginRegistry.standard().sentences
        let report = try JSONDecoder().decode(SignInReport.self, from: Data(Self.json.utf8))
        expect(
            report.stepLines(sentences),
            [
                "GET https://a.example/: 200",
                "POST https://b.example/ with user, p, of which secret: password: not sent: sign-in-cut",
                "GET https://a.example/late: the portal does not answer",
            ]
        )
        let line = report.line(sentences)
        expect(line, "sign-in at hotel on wlan0 by sign-in.wispr: stopped: the portal does not answer")
    }
}
