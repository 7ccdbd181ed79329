public import ConnectivityCore
import ConnectivityRecords

/// A prober that delays, drops and forges answers, all determined by one seed.
///
/// The fault of a request depends only on the seed, on the endpoint (subject, method, address family and interface) and
/// on the virtual time at which the request begins. It does not depend on the order in which tasks run or on earlier
/// requests. `fault(for:at:)` returns the fault in advance. The prober keeps the laws of `Prober`, except for
/// `Faults.overruns` and `Faults.stragglers`, whose purpose is to break them.
public struct FaultyProber: Prober {
    /// The fault of one request.
    public enum Fault: Hashable, Sendable {
        /// The true answer, after a delay.
        case none(late: Duration)
        /// No answer until the time limit.
        case drop
        /// A failure instead of the answer, after a delay.
        case failure(ProbeFailure.Kind, late: Duration)
        /// The answer of another host, after a delay.
        case lie(ProbeResponse, late: Duration)
        /// No answer, and the probe does not end at its time limit.
        case overrun
        /// An answer after a delay, which cancellation does not prevent.
        case straggle(ProbeResponse, late: Duration)
    }

    private let base: any Prober
    private let genuine: [HTTPURL: ProbeResponse]
    private let faults: Faults
    private let seed: UInt64
    private let clock: VirtualClock

    /// Creates a prober that injects faults between another prober and the pipeline.
    /// - Parameters:
    ///   - base: The prober that returns the true answers.
    ///   - genuine: The genuine answers by URL, for forgeries and stragglers. A request without one receives the true answer.
    ///   - faults: The faults and their shares.
    ///   - seed: Any number. The same seed gives the same faults.
    ///   - clock: The clock on which delays pass.
    public init(
        _ base: some Prober,
        genuine: [HTTPURL: ProbeResponse] = [:],
        faults: Faults,
        seed: UInt64,
        clock: VirtualClock
    ) {
        self.base = base
        self.genuine = genuine
        self.faults = faults
        self.seed = seed
        self.clock = clock
    }

    /// Creates a prober that answers from a table if no fault occurs.
    ///
    /// The table has the genuine answers by URL; any other URL fails with
    /// ``ConnectivityCore/ProbeFailure/Kind/notRecorded``. The same seed gives the same faults. Delays pass on the clock.
    public init(answers: [HTTPURL: ProbeResponse], faults: Faults, seed: UInt64, clock: VirtualClock) {
        let table = ReplayProber(answers.map { .init($0.key, .success($0.value)) }, clock: clock)
        self.init(table, genuine: answers, faults: faults, seed: seed, clock: clock)
    }

    /// Returns the fault of a request that begins at a time of the clock; always the same for the same seed, endpoint and time.
    package func fault(for request: ProbeRequest, at time: Duration) -> Fault {
        if let end = faults.end, time >= end { return .none(late: .zero) }
        var random = SplitMix64(seed: mixed(request, time))
        let span = (faults.delays.upperBound - faults.delays.lowerBound) / .milliseconds(1)
        let late = faults.delays.lowerBound + .milliseconds(random.next(below: Int(span) + 1))
        var roll = Double(random.next(below: 1_000_000)) / 1_000_000
        func falls(into share: Double) -> Bool {
            defer { roll -= share }
            return roll >= 0 && roll < share
        }
        if falls(into: faults.drops) { return .drop }
        if falls(into: faults.failures) {
            return .failure(faults.kinds[random.next(below: faults.kinds.count)], late: late)
        }
        if falls(into: faults.portals) {
            return .lie(faults.portalPages[random.next(below: faults.portalPages.count)], late: late)
        }
        if falls(into: faults.forgeries), let answer = genuineAnswer(request) { return .lie(answer, late: late) }
        if falls(into: faults.overruns) { return .overrun }
        if falls(into: faults.stragglers), let answer = genuineAnswer(request) { return .straggle(answer, late: late) }
        return .none(late: late)
    }

    private func genuineAnswer(_ request: ProbeRequest) -> ProbeResponse? { request.url.flatMap { genuine[$0] } }

    public var kinds: Set<Question.Kind> { base.kinds }

    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard kinds.contains(request.question.kind) else { return .unsupported(request) }
        let start = clock.now
        let limit = request.limits.total
        func exchange(_ outcome: Result<Answer, ProbeFailure>) -> ProbeExchange {
            let timings = ProbeExchange.Timings(total: start.duration(to: clock.now))
            return ProbeExchange(request: request, outcome: outcome.map { $0.within(request) }, timings: timings)
        }
        /// Waits, but not beyond the limit; returns `nil` if an answer may follow.
        func failure(after delay: Duration) async -> ProbeExchange? {
            do {
                try await clock.sleep(until: start.advanced(by: min(delay, limit)), tolerance: nil)
                return delay >= limit ? exchange(.failure(ProbeFailure(.timedOut(.response)))) : nil
            } catch {
                return exchange(.failure(ProbeFailure(.cancelled)))
            }
        }
        switch fault(for: request, at: start.offset) {
        case .none(let late):
            if let failed = await failure(after: late) { return failed }
            var rest = request
            rest.limits.total -= late
            var answer = await base.probe(rest)
            answer.request = request
            answer.timings.total = start.duration(to: clock.now)
            return answer
        case .drop:
            return await failure(after: limit) ?? exchange(.failure(ProbeFailure(.timedOut(.response))))
        case .failure(let kind, let late):
            return await failure(after: late) ?? exchange(.failure(ProbeFailure(kind)))
        case .lie(let response, let late):
            return await failure(after: late) ?? exchange(.success(.http(response)))
        case .overrun:
            let slept: Void? = try? await clock.sleep(for: request.limits.total * 3)
            return exchange(.failure(ProbeFailure(slept == nil ? .cancelled : .timedOut(.response))))
        case .straggle(let response, let late):
            await clock.sleepThroughCancellation(until: start.advanced(by: min(late, limit)))
            return exchange(.success(.http(response)))
        }
    }

    /// Combines the seed, the endpoint and the time into one number (FNV-1a; the generator mixes it further).
    private func mixed(_ request: ProbeRequest, _ time: Duration) -> UInt64 {
        let parts = time.components
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        for byte in request.question.subject.utf8 { add(byte) }
        let (method, path) = (request.http?.method.rawValue ?? "", request.path)
        for byte in "\(method) \(path.family?.rawValue ?? "") \(path.interface ?? "")".utf8 { add(byte) }
        for number in [seed, UInt64(bitPattern: parts.seconds), UInt64(bitPattern: parts.attoseconds)] {
            for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
        }
        return hash
    }
}
