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
    private let limits = ProbeLimits(
        nameLookup: .milliseconds(200),
        connect: .milliseconds(300),
        response: .milliseconds(400)
    )

    @Test(arguments: [
        (looking, ProbeFailure.Phase.nameLookup), (connecting, .connect), (shakingHands, .tls), (waiting, .response),
        (reading, .body),
    ])
    func `The times reached determine the phase of a transfer`(progress: CurlProgress, phase: ProbeFailure.Phase) {
        expect(progress.phase, phase)
    }

    @Test(arguments: [
        (looking, 199, CurlProgress.Check.again(.milliseconds(1))), (looking, 200, .expired(.nameLookup)),
        (connecting, 150, .again(.milliseconds(250))), (connecting, 399, .again(.milliseconds(1))),
        (connecting, 400, .expired(.connect)), (shakingHands, 400, .expired(.tls)),
        (waiting, 549, .again(.milliseconds(1))), (waiting, 550, .expired(.response)), (reading, 9999, .never),
    ])
    func `A phase limit expires when the phase has lasted that long`(
        progress: CurlProgress,
        milliseconds: Int,
        check: CurlProgress.Check
    ) {
        expect(progress.check(limits, elapsed: .milliseconds(milliseconds)), check)
    }

    @Test func `Limits that cannot expire are not checked`() {
        expect(Self.waiting.check(ProbeLimits(connect: .seconds(1)), elapsed: .seconds(9)), .never)
        expect(Self.looking.check(ProbeLimits(), elapsed: .seconds(9)), .never)
        // The short limit of a later phase determines the next check, because that phase may begin at any time.
        let later = ProbeLimits(nameLookup: .seconds(9), response: .milliseconds(5))
        expect(Self.looking.check(later, elapsed: .seconds(1)), .again(.milliseconds(5)))
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
