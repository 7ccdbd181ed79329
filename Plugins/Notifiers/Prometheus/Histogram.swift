import ConnectivityCore

/// Counts of durations, by upper bound.
struct Histogram: Sendable {
    /// All upper bounds in seconds, without the last one, which is infinite.
    static let bounds: [Double] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    /// The bounds for the time to answer in pages with less detail.
    static let answerBounds: [Double] = [0.05, 0.1, 0.25, 1, 2.5]
    /// The bounds for the duration of rounds in pages with less detail.
    static let roundBounds: [Double] = [0.5, 2.5, 5]

    /// The number of durations per bound, and above all bounds; not cumulative.
    private var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    private var sum = 0.0

    mutating func add(_ duration: Duration) {
        let seconds = max(0, duration.seconds)
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }

    /// The lines of the histogram: the cumulative counts for the shown ``bounds`` first.
    ///
    /// See "Exposition formats", text format details, in the documentation of Prometheus.
    func samples(_ labels: [(String, String)], bounds shown: [Double] = bounds) -> [Exposition.Sample] {
        var count: UInt64 = 0
        var samples: [Exposition.Sample] = []
        for (bound, number) in zip(Self.bounds + [.infinity], counts) {
            count += number
            guard bound.isInfinite || shown.contains(bound) else { continue }
            samples.append(.init("_bucket", labels + [("le", Exposition.text(of: bound))], Double(count)))
        }
        return samples + [.init("_sum", labels, sum), .init("_count", labels, Double(count))]
    }
}
