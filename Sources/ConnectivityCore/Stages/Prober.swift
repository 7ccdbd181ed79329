/// Asks questions of one or several kinds: sends one request and waits for what comes back.
///
/// Laws for implementers:
/// - The call ends within the time limits of the request, and at once when the task is cancelled, then with
///   ``ProbeFailure/Kind/cancelled``.
/// - No redirect is followed, no cookie kept, no connection of an earlier probe used again.
/// - Whatever happens becomes the exchange: a response of any status is a success of the probe, and where there is no
///   response, a ``ProbeFailure`` says why. Nothing is thrown.
/// - Calls may overlap in any number; one does not delay another.
/// - A question of a kind that is not one of ``kinds`` is not sent: it has failed with ``ProbeFailure/Kind/unsupported``, see
///   ``ProbeExchange/unsupported(_:)``. An answer is of the kind of its question.
///
/// A prober of an author's own kind, with types for its question and answer:
///
/// ```swift
/// struct ClockQuestion: TypedQuestion {
///     static let kind: QuestionKind = "com.example.clock"
///     var server: String
///     var facts: Facts { ["server": .text(server)] }
///     init(server: String) { self.server = server }
///     init?(facts: Facts) {
///         guard let server = facts["server"]?.text else { return nil }
///         self.init(server: server)
///     }
/// }
///
/// struct ClockProber: Prober {
///     let kinds: Set = [ClockQuestion.kind]
///
///     func probe(_ request: ProbeRequest) async -> ProbeExchange {
///         guard let question: ClockQuestion = request.question.decoded() else { return .unsupported(request) }
///         let answer = await ask(question.server, within: request.limits.total)  // a ClockAnswer: TypedAnswer
///         return ProbeExchange(request: request, outcome: .success(answer))
///     }
/// }
/// ```
public protocol Prober: Sendable {
    /// The kinds of questions that the prober asks; always the same, and at least one.
    ///
    /// A pipeline routes by them; for each kind it takes one prober.
    var kinds: Set<QuestionKind> { get }

    /// Sends a request.
    /// - Parameter request: What to ask, over which path, within which limits.
    /// - Returns: The request together with its outcome and timings.
    func probe(_ request: ProbeRequest) async -> ProbeExchange
}
