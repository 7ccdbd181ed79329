#if os(Linux)
import ConnectivityCore
import ConnectivityBlocking
import Testing

@testable import ConnectivityLinux

/// Against the kernel of this machine, whether or not it has nl80211: no wireless interface has the index that is asked for.
@Suite struct WiFiFactsTests {
    private func snapshot(_ kind: Interface.Kind, index: Int = 1_000_000) -> InterfaceSnapshot {
        InterfaceSnapshot([Interface(name: "test0", index: index, kind: kind)])
    }

    @Test func `Without a wireless interface nothing is opened`() {
        var facts = WiFiFacts()
        var seen = snapshot(.ethernet)
        let isSettled = facts.add(to: &seen, unless: nil)
        #expect(isSettled == true)
        #expect(seen == snapshot(.ethernet))
        let number = facts.eventNumber
        #expect(number == nil)
    }

    @Test func `An interface that nl80211 does not know has no association, and that is no error`() {
        var facts = WiFiFacts()
        for _ in 0..<3 {
            var seen = snapshot(.wifi)
            let isSettled = facts.add(to: &seen, unless: nil)
            #expect(isSettled == true)
            #expect(seen == snapshot(.wifi))
        }
        let isTriggered = facts.drain(until: .now)
        #expect(!isTriggered)
    }

    @Test func `A kernel without the family gives no reader; the question is answered all the same`() throws {
        var requester = KernelRequester(try NetlinkSocket(genericGroup: nil))
        var families: [GenericFamily] = []
        for name in ["nlctrl", "no such family", "nlctrl"] {
            let end = try requester.ask(GenericRequest.family(named: name), unless: nil) {
                GenericFamily($0).map { families.append($0) }
            }
            #expect(end == .complete)
        }
        #expect(families.map(\.number) == [16, 16])
    }

    @Test func `An answer that nobody waits for any more is none`() throws {
        let stop = try #require(Waker())
        stop.wakeUp()
        var facts = WiFiFacts()
        var seen = snapshot(.wifi)
        let isSettled = facts.add(to: &seen, unless: stop)
        #expect(isSettled == nil)
    }

    @Test func `A group that there is not cannot be joined`() {
        #expect(throws: LinuxError.self) { _ = try NetlinkSocket(genericGroup: 0).number }
    }
}
#endif
