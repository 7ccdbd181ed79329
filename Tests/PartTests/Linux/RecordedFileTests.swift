#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import Testing
import TestSupport

@testable import ConnectivityProvisioning

@Suite
struct RecordedFileTests {
    @Test func `Every folder of recorded files states the expected facts`() {
        #expect(ProvisioningCase.folders.count >= 10)
        expect(Set(ProvisioningCase.all.map(\.folder)), Set(ProvisioningCase.folders))
    }

    @Test(arguments: ProvisioningCase.all)
    func `Recorded files yield the facts stated next to them`(testCase: ProvisioningCase) throws {
        let expected = testCase.expectation
        let snapshot = InterfaceSnapshot([testCase.interface])
            .provisioned(by: ProvisioningPlugin.readers(root: testCase.root))
        let interface = try #require(snapshot[testCase.interface.name])
        expect(interface.captivePortal?.description, expected.captivePortal)
        expect(interface.nameServers.map(\.description), expected.nameServers ?? [])
        expect(interface.isMetered, expected.isMetered)
        expect(snapshot.nameServers.map(\.description), expected.systemNameServers ?? [])
        expect(interface.provisioning.flatMap(\.domains), expected.domains ?? [])
        expect(interface.provisioning.compactMap(\.ipv6OnlyWait).first, expected.ipv6OnlyWait.map { .seconds($0) })
        expect(interface.contradictingPortals.map(\.option.description), expected.contradicting ?? [])

        let named = interface.provisioning.first { (try? $0.captivePortal?.get()) == interface.captivePortal }
        expect(
            (interface.captivePortal == nil ? nil : named?.origin),
            expected.origin.map { testCase.root + "/" + $0 }
        )
        let faulty = interface.provisioning.first { announced in
            if case .failure? = announced.captivePortal { true } else { false }
        }
        expect(faulty?.origin, expected.fault.map { testCase.root + "/" + $0 })
    }

    @Test(arguments: ProvisioningCase.all)
    func `Recorded facts are not reported for an interface without a carrier`(testCase: ProvisioningCase) {
        var interface = testCase.interface
        interface.hasCarrier = false
        let snapshot = InterfaceSnapshot([interface]).provisioned(
            by: ProvisioningPlugin.readers(root: testCase.root)
        )
        expect(snapshot.interfaces, [interface])
    }

    @Test func `An empty root folder yields no facts`() {
        let interface = NetworkInterface(name: "c0", index: 2, kind: .ethernet)
        let snapshot = InterfaceSnapshot([interface]).provisioned(
            by: ProvisioningPlugin.readers(root: "/nonexistent")
        )
        expect(snapshot, InterfaceSnapshot([interface]))
    }
}
#endif
