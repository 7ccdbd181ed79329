import ConnectivityCore
import ConnectivityToolkit

/// The recorded answers of a ``ReplayProber`` by the compared parts of their requests, with the position of the next one.
final class AnswerQueues<C: Clock>: Sendable where C.Duration == Duration {
    typealias Recorded = ReplayProber<C>.Answer

    private struct Key: Hashable {
        var question: Question?
        var values: [String?] = []
        var interface: String?
        var family: IPAddress.Family?
        /// Whether the request used the path through a proxy in addition to the direct one.
        var isProxied = false
    }

    private let matching: RequestMatching
    /// The compared parts of a question, in a fixed order.
    private let parts: [RequestMatching.Part]
    private let answers: [Key: [Recorded]]
    private let positions = Lock<[Key: Int]>([:])

    init(_ answers: [Recorded], _ matching: RequestMatching) {
        let parts = matching.parts.subtracting([.interface, .family]).sorted { $0.name < $1.name }
        (self.matching, self.parts) = (matching, parts)
        self.answers = Dictionary(grouping: answers) { answer in
            var key = Self.key(
                of: answer.question,
                parts,
                matching.parts.contains(.interface) ? answer.interface : nil,
                matching.parts.contains(.family) ? answer.family : nil
            )
            key.isProxied = answer.isProxied
            return key
        }
    }

    /// Returns the next answer to a request; `nil` if no answer is left or recorded.
    func next(for request: ProbeRequest) -> Recorded? {
        guard let (key, queue) = queue(for: request) else { return nil }
        let position = positions.withLock { positions in
            let position = positions[key, default: 0]
            switch matching.repetition {
            case .never: positions[key] = position + 1
            case .last: positions[key] = min(position + 1, queue.count - 1)
            case .always: break
            }
            return position
        }
        return position < queue.count ? queue[position] : nil
    }

    /// Returns all answers to a request, in order; empty if nothing is recorded.
    func all(for request: ProbeRequest) -> [Recorded] { queue(for: request)?.answers ?? [] }

    private func queue(for request: ProbeRequest) -> (key: Key, answers: [Recorded])? {
        let (interface, family) = (request.path.interface, request.path.family)
        // The most specific path first.
        for (interface, family) in [(interface, family), (interface, nil), (nil, family), (nil, nil)] {
            var key = Self.key(of: request.question, parts, interface, family)
            key.isProxied = request.path.isProxied
            if let queue = answers[key] { return (key, queue) }
        }
        return nil
    }

    /// Returns the recorded request that is nearest to a request without an answer.
    func mismatch(of request: ProbeRequest) -> RequestMismatch {
        let recorded = answers.values.joined().map { answer in
            ProbeRequest(answer.question, path: ProbeRequest.Path(interface: answer.interface, family: answer.family))
        }
        // A dictionary has no order; equal requests must have the same nearest request.
        let ordered = recorded.sorted { $0.line < $1.line }
        return RequestMismatch(request, among: ordered, by: matching, isAnyPath: true)
    }

    private static func key(
        of question: Question,
        _ parts: [RequestMatching.Part],
        _ interface: String?,
        _ family: IPAddress.Family?
    ) -> Key {
        guard let http = question.http else {
            return Key(question: question.identity, interface: interface, family: family)
        }
        return Key(values: parts.map { $0.value(in: http) }, interface: interface, family: family)
    }
}
