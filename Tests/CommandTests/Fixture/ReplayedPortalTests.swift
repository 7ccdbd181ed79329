#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityRecords
import ConnectivityKit
import ConnectivityRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools
@testable import ConnectivityTestServer

@Suite struct `A replayed portal` {
    private let redirect = ProbeResponse(status: 302, headers: ["Location": "http://p.example/in"])
    private let genuine = ProbeResponse(status: 204)

    private func portal(_ times: ReplayedPortal.Times = .init()) throws -> ReplayedPortal {
        try #require(ReplayedPortal([exchange(.success(redirect)), exchange(.success(genuine))], times: times))
    }

    private func exchange(
        _ outcome: Result<ProbeResponse, ProbeFailure>,
        _ url: HTTPURL = "http://www.gstatic.com/generate_204"
    ) -> ProbeExchange {
        ProbeExchange(request: ProbeRequest(url), outcome: outcome)
    }

    private func ask(_ portal: ReplayedPortal, _ url: String, method: String = "GET") -> TestServer.Reply {
        portal.reply(to: .init(method: method, target: url, headers: ["Host": "127.0.0.1"]))
    }

    @Test func `A replayed portal redirects every host until a form is sent, then answers genuinely`() throws {
        let portal = try portal()
        let url = "http://www.gstatic.com/generate_204"
        expect(ask(portal, url), .message(redirect))
        expect(ask(portal, "http://anything.example/x"), .message(redirect))
        #expect(ask(portal, "http://p.example/in") != .message(redirect))
        _ = ask(portal, "http://p.example/in", method: "POST")
        expect(ask(portal, url), .message(genuine))
        let apple = ask(portal, "http://captive.apple.com/hotspot-detect.html")
        guard case .respond(let message)? = apple.actions.first else {
            Issue.record("no answer in Apple's name: \(apple)")
            return
        }
        #expect(String(decoding: message.body, as: UTF8.self).contains("<TITLE>Success</TITLE>"))
        expect(ask(portal, "http://anything.example/x"), .message(status: 404))
    }

    @Test func `A replayed portal signs in and expires by itself on request`() throws {
        let open = try portal(.init(signIn: .zero))
        expect(ask(open, "http://www.gstatic.com/generate_204"), .message(genuine))
        let expired = try portal(.init(signIn: nil, expiry: .zero))
        _ = ask(expired, "http://p.example/in", method: "POST")
        expect(ask(expired, "http://www.gstatic.com/generate_204"), .message(redirect))
    }

    @Test func `Recordings without any obstacle make no portal`() {
        let recorded = [exchange(.success(genuine)), exchange(.failure(ProbeFailure(.cancelled)))]
        #expect(ReplayedPortal(recorded, times: .init()) == nil)
    }

    @Test func `A replayed portal has the recorded certificates, and good ones after the sign-in`() throws {
        let recorded = [
            exchange(.failure(ProbeFailure(.tls(.wrongHost))), "https://a.example/"),
            exchange(.failure(ProbeFailure(.timedOut(.connect))), "https://b.example/"),
            exchange(.success(genuine), "https://c.example/"),
            exchange(.success(redirect)),
        ]
        let portal = try #require(ReplayedPortal(recorded, times: .init()))
        #expect(portal.isSecure)
        expect(portal.handshake(for: "a.example").certificate, .wrongHost)
        #expect(portal.handshake(for: "b.example").delay > .seconds(3600))
        expect(portal.handshake(for: "c.example"), .init(.good))
        expect(portal.handshake(for: "d.example").certificate, .broken)
        expect(portal.handshake(for: nil).certificate, .broken)
        let request = TestServer.Request(
            method: "GET",
            target: "/",
            headers: ["Host": "c.example"],
            isSecure: true
        )
        expect(portal.reply(to: request), .message(genuine))
        _ = ask(portal, "http://p.example/in", method: "POST")
        for host in ["a.example", "b.example", "d.example"] { expect(portal.handshake(for: host), .init(.good)) }
    }

    /// The failures that a client meets when the server reproduces recorded failures.
    @Test(
        arguments: [
            (.connectionReset, .connectionReset), (.connectionRefused, .connectionReset), (.emptyReply, .emptyReply),
            (.timedOut(.response), .timedOut(.response)), (.timedOut(.connect), .timedOut(.response)),
            (.timedOut(.body), .timedOut(.body)), (.truncated, .truncated), (.malformed, .malformed),
            (.headerTooLarge, .headerTooLarge), (.nameLookup, .connectionReset),
        ] as [(ProbeFailure.Kind, ProbeFailure.Kind)]
    )
    func `A real client meets the recorded failure`(recorded: ProbeFailure.Kind, met: ProbeFailure.Kind) async throws {
        let part = ProbeResponse(status: 200, body: Array("half".utf8))
        let failure = ProbeFailure(recorded, partialResponse: part)
        let portal = try #require(ReplayedPortal([exchange(.failure(failure), "http://127.0.0.1/")], times: .init()))
        let server = try TestServer { portal.reply(to: $0) }
        defer { server.stop() }
        let request = ProbeRequest(server.url(), limits: ProbeRequest.Limits(total: .seconds(2)))
        let found = await CurlProber().probe(request)
        guard case .failure(let failure) = found.outcome else {
            Issue.record("\(recorded): \(found.outcome)")
            return
        }
        expect(failure.kind, met)
    }

    @Test func `A replayed portal prefers a response to a failure of the same URL`() throws {
        let failure = exchange(.failure(ProbeFailure(.connectionReset)))
        for recorded in [[failure, exchange(.success(redirect))], [exchange(.success(redirect)), failure]] {
            let portal = try #require(ReplayedPortal(recorded, times: .init()))
            #expect(!portal.isSecure)
            expect(ask(portal, "http://www.gstatic.com/generate_204"), .message(redirect))
        }
    }
}
#endif
