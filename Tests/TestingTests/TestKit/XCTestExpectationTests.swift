import ConnectivityTestKit
import XCTest

/// Checks that the helper does not depend on Swift Testing.
final class XCTestExpectationTests: XCTestCase {
    func testARecordingLeadsToItsVerdict() async throws {
        try await expect("Fixtures/portals/redirect-302-absolute.http", leadsTo: .captive)
    }
}
