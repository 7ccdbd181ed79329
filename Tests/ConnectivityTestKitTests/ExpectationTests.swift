import ConnectivityTestKit
import Testing

@Suite struct `An expectation` {
    @Test func `holds for a recording that leads to it`() async throws {
        try await expect("Fixtures/portals/redirect-302-absolute.http", leadsTo: .captive)
        try await expect("Fixtures/genuine/apple-hotspot.http", leadsTo: .genuine)
        try await expect("Fixtures/filters/200-block-page.http", leadsTo: .substituted)
    }

    @Test func `without a finding is what the recording states`() async throws {
        for name in ["portals/511-empty", "portals/form-password", "trouble/404-not-found", "genuine/apple-hotspot"] {
            try await expect("Fixtures/\(name).http")
        }
        try await expect("Fixtures/portals/redirect-302-absolute.http")
    }

    @Test func `that fails says in one line what came instead`() async throws {
        let path = "Fixtures/portals/redirect-302-absolute.http"
        let finding = await #expect(throws: ExpectationFailure.self) { try await expect(path, leadsTo: .genuine) }
        #expect(finding?.description.hasPrefix("\(path): expected genuine, got captive: ") == true)
        let place = await #expect(throws: ExpectationFailure.self) {
            try await expect(path, leadsTo: .captive, signIn: "http://elsewhere.example/")
        }
        #expect(
            place?.description.hasPrefix("\(path): expected the sign-in at http://elsewhere.example/, got h") == true
        )
        // Without validators nobody sees the portal.
        await #expect(throws: ExpectationFailure.self) { try await expect(path, leadsTo: .captive, validators: []) }
        for failure in [finding, place] { #expect(failure?.description.contains(where: \.isNewline) == false) }
    }

    @Test func `names a file that is not there`() async {
        let failure = await #expect(throws: ExpectationFailure.self) { try await expect("Fixtures/no.http") }
        #expect(failure?.difference == .missing)
    }
}
