#if canImport(CCares)
import ConnectivityCore
import ConnectivityToolkit
import Testing
import TestSupport

@testable import ConnectivityNames

@Suite struct `The exchanges with name servers` {
    @Test func `Cancelling a lookup right after its start ends it exactly once`() {
        let request = NameExchangeRequest(
            DNSQuery.Question("a.example", .a),
            servers: [NameServer("127.0.0.1")],
            interface: "lo",
            deadline: .now + .seconds(5)
        )
        var exchanges = CaresExchanges()
        let job = BlockingJob(1)
        #expect(exchanges.begin(job, request) == nil)
        expect(exchanges.cancel(job).outcome, .failure(.cancelled))
        #expect(exchanges.takeEnded().isEmpty)
    }
}
#endif
