import ConnectivityTestKit
import XCTest

/// The helper is no part of Swift Testing.
final class XCTestExpectationTests: XCTestCase {
    func testARecordingLeadsToItsVerdict() async throws {
        try await expect("Fixtures/portals/redirect-302-absolute.http", leadsTo: .captive)
    }
}
