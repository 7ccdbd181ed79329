#if Cares
import ConnectivityCore
import ConnectivitySupport
import Testing

@testable import ConnectivityNames

@Suite struct `The thread of name lookups` {
    /// The lookup and its cancellation wait together when the thread first looks.
    @Test func `Ends a lookup whose cancellation came before the thread saw its start`() async throws {
        let request = NameExchangeRequest(
            DNSQuery.Question("a.example", .a),
            servers: [NameServer("127.0.0.1")],
            interface: "lo",
            deadline: .now + .seconds(5)
        )
        let inbox = CaresInbox(waker: try WakeUpSignal())
        defer { inbox.close() }
        let exchange: NameExchange = await withCheckedContinuation { continuation in
            let id = inbox.newID()
            inbox.submit(CaresJob(id: id, request: request, driver: CaresDriver(), continuation: continuation))
            inbox.cancel(id)
            DedicatedThread.start {
                var loop = CaresLoop(inbox: inbox)
                loop.run()
            }
        }
        #expect(exchange.outcome == .failure(.cancelled))
    }
}
#endif
