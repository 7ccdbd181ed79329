import ConnectivityCommand
import Foundation
import Testing

@Suite struct `Tables` {
    @Test func `Plugins lists what configuration may name`() async throws {
        let object = try await Transcript.of("plugins", "--json").object()
        let validators = try #require(object["validators"] as? [String])
        #expect(validators.contains("validator.portal-signals"))
        #expect(object.keys.sorted() == ["notifiers", "policies", "probers", "provisioning", "sources", "validators"])
        let text = await Transcript.of("plugins").output.joined()
        for id in validators { #expect(text.contains(id)) }
    }

    @Test func `Endpoints lists every built-in one and marks the default`() async throws {
        let json = await Transcript.of("endpoints", "--json").output.joined()
        let rows = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
        #expect(rows?.contains { $0["name"] as? String == "apple.hotspot" && $0["default"] as? Bool == true } == true)
        #expect(Set(rows?.compactMap { $0["name"] as? String } ?? []).count == rows?.count)
        #expect(await Transcript.of("endpoints").output.joined().contains("*  apple.hotspot"))
        let asked = rows?.first { $0["name"] as? String == "dns.nonexistent" }?["question"] as? [String: Any]
        #expect(asked?["kind"] as? String == "dns")
        #expect((asked?["facts"] as? [String: Any])?["random"] as? Bool == true)
    }

    #if os(Linux)
    @Test func `Interfaces lists at least loopback`() async throws {
        let text = await Transcript.of("interfaces").output.joined()
        #expect(text.contains("lo "))
        #expect(text.contains("127.0.0.1/8"))
    }
    #endif
}
