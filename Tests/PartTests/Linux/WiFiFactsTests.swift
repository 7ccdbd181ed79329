#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Testing
import TestSupport

@testable import ConnectivityNetlink

/// These tests use this device's kernel, with or without nl80211; no wireless interface has the requested index.
@Suite struct WiFiFactsTests {
    private func snapshot(_ kind: NetworkInterface.Kind, index: Int = 1_000_000) -> InterfaceSnapshot {
        InterfaceSnapshot([NetworkInterface(name: "test0", index: index, kind: kind)])
    }

    @Test func `Without a wireless interface no nl80211 socket is opened`() {
        var facts = WiFiFacts()
        var seen = snapshot(.ethernet)
        let isSettled = facts.add(to: &seen, unless: nil)
        expect(isSettled, true)
        expect(seen, snapshot(.ethernet))
        let number = facts.eventNumber
        expect(number, nil)
    }

    @Test func `An interface unknown to nl80211 has no association, without an error`() {
        var facts = WiFiFacts()
        for _ in 0..<3 {
            var seen = snapshot(.wifi)
            let isSettled = facts.add(to: &seen, unless: nil)
            expect(isSettled, true)
            expect(seen, snapshot(.wifi))
        }
        let isTriggered = facts.drain(until: .now)
        #expect(!isTriggered)
    }

    @Test func `An unknown netlink family yields no reader, but the request is answered`() throws {
        var requester = KernelRequester(try NetlinkSocket(genericGroup: nil))
        var families: [GenericFamily] = []
        for name in ["nlctrl", "no such family", "nlctrl"] {
            let end = try requester.ask(GenericRequest.family(named: name), unless: nil) {
                GenericFamily($0).map { families.append($0) }
            }
            expect(end, .complete)
        }
        expect(families.map(\.number), [16, 16])
    }

    @Test func `A stopped query of Wi-Fi facts returns no result`() throws {
        let stop = try #require(Waker())
        stop.wakeUp()
        var facts = WiFiFacts()
        var seen = snapshot(.wifi)
        let isSettled = facts.add(to: &seen, unless: stop)
        expect(isSettled, nil)
    }

    @Test func `An unknown multicast group cannot be joined`() {
        #expect(throws: LinuxError.self) { _ = try NetlinkSocket(genericGroup: 0).number }
    }
}
#endif
