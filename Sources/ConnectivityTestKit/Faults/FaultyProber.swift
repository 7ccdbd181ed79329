public import ConnectivityCore
import ConnectivityRecords

/// Delays, drops and lies, all from one seed.
///
/// What happens to a request follows from the seed, the endpoint and the virtual time at which the request begins, and
/// from nothing else: neither the order in which tasks run nor what was asked before has a part in it, and ``fault(for:at:)``
/// tells it beforehand. The laws of `Prober` hold, but for ``Faults/overruns`` and ``Faults/stragglers``, which are there
/// to break them.
public struct FaultyProber: Prober {
    /// What happens to one request.
    public enum Fault: Hashable, Sendable {
        /// The true answer, late.
        case none(late: Duration)
        /// No answer.
        case drop
        /// A failure in place of the answer.
        case failure(ProbeFailure.Kind, late: Duration)
        /// Somebody else's answer.
        case lie(ProbeResponse, late: Duration)
        /// No answer, and no end at the time limit.
        case overrun
        /// An answer, late, that no cancellation prevents.
        case straggle(ProbeResponse, late: Duration)
    }

    private let base: any Prober
    private let genuine: [HTTPURL: ProbeResponse]
    private let faults: Faults
    private let seed: UInt64
    private let clock: VirtualClock

    /// Creates a prober that stands between another one and the pipeline.
    /// - Parameters:
    ///   - base: Answers truly.
    ///   - genuine: The genuine answers, which forgeries give; a question without one is answered truly instead.
    ///   - faults: What goes wrong, and how often.
    ///   - seed: Any number; the same one makes the same faults.
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

    /// Creates a prober that answers by a table where nothing goes wrong.
    /// - Parameters:
    ///   - answers: The genuine answers; any other URL fails with ``ProbeFailure/Kind/notRecorded``.
    ///   - faults: What goes wrong, and how often.
    ///   - seed: Any number; the same one makes the same faults.
    ///   - clock: The clock on which delays pass.
    public init(answers: [HTTPURL: ProbeResponse], faults: Faults, seed: UInt64, clock: VirtualClock) {
        let table = ReplayProber(answers.map { .init($0.key, .success($0.value)) }, clock: clock)
        self.init(table, genuine: answers, faults: faults, seed: seed, clock: clock)
    }

    /// Tells what happens to a request.
    /// - Parameters:
    ///   - request: The request.
    ///   - time: The time of the clock at which it begins.
    /// - Returns: The fault; always the same for the same seed, endpoint and time.
    public func fault(for request: ProbeRequest, at time: Duration) -> Fault {
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

    public var kinds: Set<QuestionKind> { base.kinds }

    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard kinds.contains(request.question.kind) else { return .unsupported(request) }
        let start = clock.now
        let limit = min(request.limits.total, request.limits.response ?? request.limits.total)
        func exchange(_ outcome: Result<Answer, ProbeFailure>) -> ProbeExchange {
            let timings = ProbeTimings(total: start.duration(to: clock.now))
            return ProbeExchange(request: request, outcome: outcome.map { $0.within(request) }, timings: timings)
        }
        /// Waits, but not beyond the limit; `nil` where an answer may come.
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
            rest.limits.response? -= late
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

    /// One number of the seed, the endpoint and the time (FNV-1a, then the generator's own mixing).
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
