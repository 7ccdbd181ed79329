public import ConnectivityCore
public import ConnectivityFixtures

extension ReplayProber {
    /// Creates a prober that knows one URL.
    /// - Parameters:
    ///   - responses: What the URL answers, one a probe, at once; the last one again and again.
    ///   - url: The URL.
    ///   - clock: The clock of the simulation.
    public init(_ responses: [ProbeResponse], from url: HTTPURL, clock: C) {
        self.init(responses.map { Answer(url, .success($0)) }, clock: clock)
    }
}
