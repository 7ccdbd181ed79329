#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityNetlink
import ConnectivityProvisioning
import ConnectivityRegistry
import Foundation
import Testing
import TestSupport

@Suite
struct ConfigurationTests {
    private func configuration(_ json: String) throws -> PipelineConfiguration {
        try PipelineConfiguration(json: Data(json.utf8), registry: try .standard())
    }

    @Test func `A configuration names provisioning readers, in their order`() throws {
        let json = #"{"provisioning": ["provisioning.networkd", {"use": "provisioning.dhcpcd"}]}"#
        let readers = try #require(try configuration(json).provisioning)
        #expect(readers.count == 2 && readers[0] is NetworkdReader && readers[1] is DHCPCDReader)
    }

    @Test func `The default source is provisioned by default, a named one only on request`() throws {
        let standard = try #require(try PipelineConfiguration().wholeSource() as? ProvisionedSource)
        #expect(standard.readers.count == 6 && standard.base is NetlinkInterfaceSource)
        #expect(try configuration(#"{"provisioning": []}"#).wholeSource() is NetlinkInterfaceSource)
        #expect(try configuration(#"{"source": "source.netlink"}"#).wholeSource() is NetlinkInterfaceSource)
        let both = #"{"source": "source.netlink", "provisioning": ["provisioning.networkd"]}"#
        expect((try configuration(both).wholeSource() as? ProvisionedSource)?.readers.count, 1)
    }
}
#endif
