#if Cares
import ConnectivityCore
import ConnectivitySupport
import Testing

@testable import ConnectivityNames

@Suite struct `The thread of name lookups` {
    /// The lookup and its cancellation wait together when the thread first looks.
    @Test func `Ends a lookup whose cancellation came before the thread saw its start`() async throws {
        let request = ProbeRequest("http://a.example/", interface: "lo", nameServers: ["127.0.0.1"])
        let lookup = try #require(NameLookup(request))
        let inbox = CaresInbox(waker: try WakeUpSignal())
        defer { inbox.close() }
        let answer = await withCheckedContinuation { continuation in
            let id = inbox.newID()
            inbox.submit(CaresJob(id: id, lookup: lookup, driver: CaresDriver(), continuation: continuation))
            inbox.cancel(id)
            DedicatedThread.start {
                var loop = CaresLoop(inbox: inbox)
                loop.run()
            }
        }
        #expect(answer.result == .failure(ProbeFailure(.cancelled, detail: "the task was cancelled")))
    }
}
#endif
