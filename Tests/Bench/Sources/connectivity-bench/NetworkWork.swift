import ConnectivityCore
import ConnectivityKit
import Foundation

/// Work in a separate process, whose processor time and memory are those of the process.
///
/// Each part prints one line: the microseconds on the clock, those of the processor, and the peak of memory in KiB.
enum NetworkWork {
    private static func finish(_ start: ContinuousClock.Instant, since cpuTime: Double = 0) {
        var usage = rusage()
        #if os(Linux)
        _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        _ = unsafe getrusage(RUSAGE_SELF, &usage)
        #endif
        let wall = Int((ContinuousClock.now - start) / .microseconds(1))
        print(wall, Int(Sample.cpuTime - cpuTime), usage.ru_maxrss)
    }

    /// Sends probes: URL, their number, and how many at once.
    static func probes(_ arguments: ArraySlice<String>) async throws {
        let words = Array(arguments)
        guard words.count == 3, let count = Int(words[1]), let width = Int(words[2]) else { exit(64) }
        let (prober, request) = (CurlProber(), ProbeRequest(try HTTPURL(words[0])))
        let start = ContinuousClock.now
        await withTaskGroup(of: Bool.self) { group in
            var begun = 0
            func begin() {
                begun += 1
                group.addTask { await prober.probe(request).response != nil }
            }
            while begun < min(width, count) { begin() }
            while let hasAnswer = await group.next() {
                precondition(hasAnswer, "the server must answer")
                if begun < count { begin() }
            }
        }
        finish(start)
    }

    /// Assesses one round: URL, and the number of endpoints.
    ///
    /// With the word `again`, a second round is measured, without what a process does once.
    static func round(_ arguments: ArraySlice<String>) async throws {
        let words = Array(arguments)
        let isSecond = words.count == 3 && words[2] == "again"
        guard words.count == 2 || isSecond, let count = Int(words[1]) else { exit(64) }
        let endpoints = try (0..<count).map { index in
            Endpoint(
                try HTTPURL("\(words[0])/e\(index)"),
                name: "e\(index)",
                owner: "o\(index)",
                expecting: StatusCode(204)
            )
        }
        let interface = NetworkInterface(named: "lo")
        let begin = ContinuousClock.now
        let pipeline = Pipeline(
            source: StaticInterfaceSource(InterfaceSnapshot([interface])),
            prober: CurlProber(),
            policy: QuorumPolicy(),
            schedule: RoundSchedule(patience: .seconds(60)),
            limits: ProbeRequest.Limits(total: .seconds(120)),
            clock: .continuous
        ) {
            endpoints
        }
        if isSecond { _ = try await pipeline.assess() }
        let (start, before) = isSecond ? (ContinuousClock.now, Sample.cpuTime) : (begin, 0)
        let assessment = try await pipeline.assess()
        precondition(assessment.access != .unreachable)
        finish(start, since: before)
    }

    #if os(Linux)
    /// Prints a line per snapshot of the interfaces with the processor time until then, until the process is ended.
    static func watch(_ source: String) async throws {
        let report: @Sendable (InterfaceSnapshot) -> Void = { snapshot in
            print(snapshot.interfaces.count, Int(Sample.cpuTime))
            fflush(nil)
        }
        if source == "netlink" {
            try await NetlinkInterfaceSource().observe(report)
        } else {
            try await PipelineConfiguration().wholeSource().observe(report)
        }
    }
    #endif
}
