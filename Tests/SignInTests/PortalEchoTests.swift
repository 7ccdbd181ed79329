import ConnectivityCore
import ConnectivityKit
import ConnectivitySignIn
import Foundation
import TestSupport
import Testing

@Suite struct PortalEchoTests {
    @Test func `A visit sees the tokens and texts that a portal repeats, and no secret`() async throws {
        let token = "d41d8cd98f00b204e9800998"
        let echo = ScriptedGateway.Answer.page("\(token) joe@mail.example \(WISPrCase.password)")
        let gateway = ScriptedGateway(["GET https://gw.example/next": [echo], WISPrCase.login: [echo]])
        var test = WISPrCase(gateway)
        let file = FileManager.default.temporaryDirectory.appending(path: "portal-echo-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("\(WISPrCase.password)\n".utf8).write(to: file)
        test.rule.secrets = [
            "mail": .init(.text("joe@mail.example"), to: "gw.example"),
            "password": .init(.file(file.path), to: "gw.example"),
        ]
        let prober = GatewayProber(gateway: gateway).withStandardOperators()
        let visit = PortalVisit(
            test.occasion,
            by: test.rule,
            through: prober,
            on: ProbeRequest.Path(),
            limits: ProbeRequest.Limits()
        )
        let form: [PortalRequest.Field] = [
            .init("token", .text(token)), .init("email", .secret("mail")), .init("password", .secret("password")),
        ]
        let first = try await visit.send(
            PortalRequest("https://gw.example/login", method: .post, content: .form(form))
        )
        let second = try await visit.send(PortalRequest("https://gw.example/next"))
        for answer in [first, second] {
            expect(String(decoding: answer.response.body, as: UTF8.self), "\(token) joe@mail.example REDACTED")
        }
    }
}
