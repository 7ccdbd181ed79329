#if canImport(CCurl)
import ConnectivityCore
import Testing
import TestSupport

@testable import ConnectivityCurl

@Suite struct CurlProgressTests {
    private static let looking = CurlProgress()
    private static let connecting = CurlProgress(nameLookup: .milliseconds(100))
    private static let shakingHands = CurlProgress(
        nameLookup: .milliseconds(100),
        connect: .milliseconds(150),
        usesTLS: true
    )
    private static let waiting = CurlProgress(nameLookup: .milliseconds(100), connect: .milliseconds(150))
    private static let reading = CurlProgress(
        nameLookup: .milliseconds(100),
        connect: .milliseconds(150),
        isHeaderComplete: true
    )

    @Test(arguments: [
        (looking, ProbeFailure.Phase.nameLookup), (connecting, .connect), (shakingHands, .tls), (waiting, .response),
        (reading, .body),
    ])
    func `The times reached determine the phase of a transfer`(progress: CurlProgress, phase: ProbeFailure.Phase) {
        expect(progress.phase, phase)
    }

    @Test func `Phase timings are the differences of consecutive times`() {
        let progress = CurlProgress(
            nameLookup: .milliseconds(10),
            connect: .milliseconds(30),
            tls: .milliseconds(70),
            firstByte: .milliseconds(150),
            usesTLS: true
        )
        let expected = ProbeExchange.Timings(
            nameLookup: .milliseconds(10),
            connect: .milliseconds(20),
            tls: .milliseconds(40),
            response: .milliseconds(80),
            total: .seconds(1)
        )
        expect(progress.timings(total: .seconds(1)), expected)
    }
}
#endif
