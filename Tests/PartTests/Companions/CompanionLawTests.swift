import ConnectivityCompanions
import ConnectivityCore
import ConnectivityTestKit
import TestSupport
import Testing

@Suite struct `Our companions` {
    @Test(arguments: 0..<5 as Range<UInt64>)
    func `Our companions keep the laws of companions`(seed: UInt64) throws {
        let services = ["https://git.example/", "https://mail.example/"].map { Endpoint($0) }
        let office = PipelineConfiguration.NetworkMatch(gateways: ["192.0.2.1"])
        let companions: [any Companion] = [
            Services(services), Services(services, on: office), PortalStages(), QualityChanges(),
        ]
        for companion in companions {
            for isWorking in [true, false] {
                try CompanionLaws.check(companion, seed: seed) { request in
                    let failure = ProbeFailure(.connectionRefused)
                    return ProbeExchange(
                        request: request,
                        outcome: isWorking ? .success(ProbeResponse(status: 204)) : .failure(failure)
                    )
                }
            }
        }
    }
}
