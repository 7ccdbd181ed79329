import ConnectivityCore
import ConnectivitySignIn
import Foundation
import TestSupport
import Testing

@Suite struct HostilePortalTests {
    @Test(arguments: HostilePortal.all)
    func `A hostile portal gets no secret, whatever the rule names, and the report holds none and has a reason`(
        portal: HostilePortal
    ) async throws {
        var random = SplitMix64(seed: UInt64(portal.testDescription.utf8.reduce(7) { $0 &* 31 &+ UInt32($1) }))
        for hosts: Set<String> in [[], ["evil.example", "other.hotel.example", "login.hotel.example."]] {
            let user = try GeneratedSecret(&random)
            let password = try GeneratedSecret(&random)
            let bank = try GeneratedSecret(&random)
            defer { for secret in [user, password, bank] { try? FileManager.default.removeItem(atPath: secret.file) } }
            var trial = Trial(page: portal.page)
            trial.secrets = [
                "user": .init(.file(user.file), to: "login.hotel.example"),
                "password": .init(.file(password.file), to: "login.hotel.example"),
                "bank": .init(.file(bank.file), to: "bank.example"),
            ]
            trial.hosts = hosts.union(portal.recipe == HostilePortal.again ? ["other.hotel.example"] : [])
            trial.accepts = SignInRule.Terms("the terms")
            let value = password.value
            let scripted = ScriptedPortal { request, memory in portal.script(request, value, &memory) }
            let attempt =
                if let recipe = portal.recipe { await trial.attempt(try RecipeInMemory(recipe), at: scripted) } else {
                    await trial.attempt(ClickThroughAgent(), at: scripted)
                }
            #expect(portal.endings.contains(attempt.summary), "\(attempt.summary)")
            for request in attempt.sent {
                let url = request.url
                let isNamed = url.scheme == .https && url.authority == "login.hotel.example"
                expect(bank.found(in: request.bytes), [], "\(url)")
                if !isNamed {
                    expect((user.found(in: request.bytes) + password.found(in: request.bytes)), [], "\(url)")
                }
                if let text = portal.unsent, request.method == .post, !isNamed || text == "share" {
                    #expect(!String(decoding: request.bytes, as: UTF8.self).contains(text), "\(url)")
                }
            }
            let isAsked = attempt.sent.contains { !password.found(in: $0.bytes).isEmpty }
            expect(isAsked, portal.isAsked)
            let written = try attempt.written
            for secret in [user, password, bank] { expect(secret.found(in: written), []) }
            #expect(!attempt.code.isEmpty && attempt.sent.count <= PortalVisit.stepCountMax)
        }
    }

    @Test func `There are more than forty hostile portals, each with its own name`() {
        let names = HostilePortal.all.map(\.testDescription)
        #expect(names.count >= 60 && Set(names).count == names.count)
    }

    /// Otherwise the watch over the portals would find nothing.
    @Test func `The watch finds a secret in every encoding`() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<50 {
            let secret = try GeneratedSecret(&random)
            defer { try? FileManager.default.removeItem(atPath: secret.file) }
            for (index, encoding) in GeneratedSecret.encodings.enumerated() {
                #expect(secret.found(in: Array("x=\(encoding(secret.value))&y".utf8)) != [], "\(index) \(secret.value)")
            }
            expect(secret.found(in: Array("nothing of it".utf8)), [])
        }
    }
}
