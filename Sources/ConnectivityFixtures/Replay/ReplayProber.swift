public import ConnectivityCore
import ConnectivitySupport

/// Answers probes from recordings, each after its recorded time on a clock.
///
/// For each URL the answers are given in order, one a probe, and the last one is given again and again. Answers of one path
/// are given to requests over it alone; where it has none, those of no path are given. A URL without answers fails at once
/// with ``ProbeFailure/Kind/notRecorded``. The laws of ``Prober`` hold: the body is cut at the
/// request's limit, `HEAD` has none, an answer that comes later than the request's limit for the response or in total is
/// ``ProbeFailure/Kind/timedOut(_:)`` at that limit, and cancellation ends the probe at once.
public struct ReplayProber<C: Clock>: Prober where C.Duration == Duration {
    /// One answer.
    public struct Answer: Hashable, Sendable {
        /// The URL that it answers.
        public var url: HTTPURL
        /// The response, or the failure in its place.
        public var outcome: Result<ProbeResponse, ProbeFailure>
        /// The time from the probe to the answer; not negative.
        public var delay: Duration
        /// The address that answered or was tried last, where it is known.
        public var remoteAddress: IPAddress?
        /// The interface that the request must be bound to; `nil` for any.
        public var interface: String?
        /// The only address family that the request must allow; `nil` for any.
        public var family: AddressFamily?

        /// Creates an answer.
        /// - Parameters:
        ///   - url: The URL that it answers.
        ///   - outcome: The response, or the failure in its place.
        ///   - delay: The time from the probe to the answer. Not negative.
        public init(_ url: HTTPURL, _ outcome: Result<ProbeResponse, ProbeFailure>, after delay: Duration = .zero) {
            precondition(delay >= .zero, "the delay of an answer must not be negative")
            self.url = url
            self.outcome = outcome
            self.delay = delay
        }
    }

    private let queues: Queues
    private let clock: C

    /// Creates a prober.
    /// - Parameters:
    ///   - answers: The answers; those to one URL are given in this order.
    ///   - clock: The clock on which delays pass.
    public init(_ answers: [Answer], clock: C) {
        queues = Queues(
            Dictionary(grouping: answers, by: { .init(url: $0.url, interface: $0.interface, family: $0.family) })
        )
        self.clock = clock
    }

    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard !Task.isCancelled else { return ProbeExchange(request: request, outcome: .failure(.init(.cancelled))) }
        guard let answer = queues.next(for: request) else {
            return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.notRecorded)))
        }
        let limit = min(request.limits.total, request.limits.response ?? request.limits.total)
        let isLate = answer.delay > limit
        let time = isLate ? limit : answer.delay
        let start = clock.now
        do {
            if time > .zero { try await clock.sleep(until: start.advanced(by: time), tolerance: nil) }
        } catch {
            let timings = ProbeTimings(total: start.duration(to: clock.now))
            return ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled)), timings: timings)
        }
        let outcome = isLate ? .failure(ProbeFailure(.timedOut(.response))) : answer.outcome
        return ProbeExchange(
            request: request,
            outcome: outcome.map { $0.within(request) },
            remoteAddress: answer.remoteAddress,
            timings: ProbeTimings(response: isLate ? nil : time, total: time)
        )
    }

    /// The answers that are left.
    private final class Queues: Sendable {
        struct Key: Hashable {
            var url: HTTPURL
            var interface: String?
            var family: AddressFamily?

            /// The keys under which a request can find its answers, the most exact first.
            static func all(for request: ProbeRequest) -> [Key] {
                let (url, interface, family) = (request.url, request.interface, request.family)
                return [
                    Key(url: url, interface: interface, family: family), Key(url: url, interface: interface),
                    Key(url: url, family: family), Key(url: url),
                ]
            }
        }

        private let answers: [Key: [Answer]]
        private let positions = Mutex<[Key: Int]>([:])

        init(_ answers: [Key: [Answer]]) { self.answers = answers }

        func next(for request: ProbeRequest) -> Answer? {
            guard let key = Key.all(for: request).first(where: { answers[$0] != nil }), let queue = answers[key],
                let last = queue.indices.last
            else { return nil }
            let position = positions.withLock { positions in
                let position = positions[key, default: 0]
                positions[key] = min(position + 1, last)
                return position
            }
            return queue[position]
        }
    }
}

extension ProbeResponse {
    /// The response as a prober hands it over within the limits of a request.
    package func within(_ request: ProbeRequest) -> ProbeResponse {
        var response = self
        if request.method == .head { response.body = [] }
        if response.body.count > request.limits.bodyByteCountMax {
            response.body.removeLast(response.body.count - request.limits.bodyByteCountMax)
            response.completeness = .cutAtLimit
        }
        return response
    }
}
