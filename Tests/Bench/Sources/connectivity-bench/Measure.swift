#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The times of several runs of one piece of work, in microseconds per run.
struct Sample {
    /// The processor time of all threads.
    var cpu: [Double] = []
    /// The time on the clock.
    var wall: [Double] = []

    mutating func add(_ body: () async throws -> Void) async rethrows {
        let clock = ContinuousClock()
        let (start, before) = (clock.now, Self.cpuTime)
        try await body()
        cpu.append(Self.cpuTime - before)
        wall.append((clock.now - start) / .microseconds(1))
    }

    /// The same times, per element of a run.
    func divided(by count: Int) -> Sample {
        Sample(cpu: cpu.map { $0 / Double(count) }, wall: wall.map { $0 / Double(count) })
    }

    /// The processor time of this process in microseconds.
    static var cpuTime: Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) * 1e-3
    }

    /// The shortest and the median time, such as `3.1 / 3.4 us`.
    static func text(_ times: [Double]) -> String {
        let sorted = times.sorted()
        guard let least = sorted.first else { return "missing" }
        let median = sorted[sorted.count / 2]
        let (scale, unit) = least < 1000 ? (1.0, "us") : (1000.0, "ms")
        return "\(digits(least / scale)) / \(digits(median / scale)) \(unit)"
    }

    static func digits(_ number: Double) -> String {
        let places: Double = number < 10 ? 100 : number < 100 ? 10 : 1
        let rounded = (number * places).rounded() / places
        return places == 1 ? "\(Int(rounded))" : "\(rounded)"
    }
}

/// One line of the table: our times and those of a rival, from runs that alternate in one process.
struct Row {
    var work: String
    var ours: Sample
    /// The rival and its times; `nil` if the row only shows growth.
    var rival: (name: String, times: Sample)?

    static let header = """
        | work | CPU, min / median | wall, min / median | rival | its CPU | its wall | ratio of CPU |
        | --- | --- | --- | --- | --- | --- | --- |
        """

    var line: String {
        var cells = [work, Sample.text(ours.cpu), Sample.text(ours.wall)]
        if let rival {
            cells += [rival.name, Sample.text(rival.times.cpu), Sample.text(rival.times.wall)]
            let (own, other) = (ours.cpu.min() ?? 0, rival.times.cpu.min() ?? 0)
            cells.append(other > 0 ? Sample.digits(own / other) : "–")
        } else {
            cells += ["–", "–", "–", "–"]
        }
        return "| \(cells.joined(separator: " | ")) |"
    }

    /// Measures work alone.
    static func of(_ work: String, count: Int = 1, runs: Int = 9, ours: () async throws -> Void) async rethrows -> Row {
        var sample = Sample()
        for _ in 0..<runs { try await sample.add(ours) }
        return Row(work: work, ours: sample.divided(by: count))
    }

    /// Measures both alternately, so that a busy machine slows both.
    /// - Parameters:
    ///   - work: The name of the work.
    ///   - rival: The name of the rival.
    ///   - count: The number of times that each body does the work.
    ///   - runs: The number of runs of each body.
    ///   - ours: Our implementation.
    ///   - theirs: The rival's implementation.
    /// - Returns: The row.
    static func of(
        _ work: String,
        against rival: String,
        count: Int = 1,
        runs: Int = 9,
        ours: () async throws -> Void,
        theirs: () async throws -> Void
    ) async rethrows -> Row {
        var (own, other) = (Sample(), Sample())
        for _ in 0..<runs {
            try await own.add(ours)
            try await other.add(theirs)
        }
        return Row(work: work, ours: own.divided(by: count), rival: (rival, other.divided(by: count)))
    }
}
