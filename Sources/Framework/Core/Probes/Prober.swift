/// Sends one request of a kind that it supports and waits for the answer.
///
/// Laws for implementers:
/// - The call ends within the time limits of the request. If the task is cancelled, it ends at once with
///   ``ProbeFailure/Kind/cancelled``.
/// - No redirect is followed, no cookie is kept, and no connection of an earlier probe is reused.
/// - Every outcome becomes an exchange: a response of any status is a success of the probe, and if there is no response, a
///   ``ProbeFailure`` states the reason. Nothing is thrown.
/// - Any number of calls may overlap; one call does not delay another.
/// - A question whose kind is not one of ``kinds`` is not sent: it fails with ``ProbeFailure/Kind/unsupported``; see
///   ``ProbeExchange/unsupported(_:)``. An answer has the kind of its question.
///
/// A prober for a new kind, with its own types for question and answer:
///
/// ```swift
/// struct ClockQuestion: TypedQuestion {
///     static let kind: Question.Kind = "com.example.clock"
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
public protocol Prober: PipelinePart {
    /// The kinds of questions that the prober supports; at least one, and always the same.
    ///
    /// A pipeline routes questions by kind, with one prober per kind.
    var kinds: Set<Question.Kind> { get }

    /// Whether connections go to the host of a question, and not to a proxy; by default `true`.
    ///
    /// If not, `Prober.withStandardOperators()` sends secrets only over TLS.
    var connectsToHost: Bool { get }

    /// Whether connections go to the addresses of a request (``ProbeRequest/Path/addresses``), if it has any; by default `false`.
    ///
    /// If so, `Prober.withStandardOperators()` looks names up for this prober. Any other prober looks them up itself.
    var usesAddresses: Bool { get }

    /// Whether the secrets of a request are filled in; by default `true`.
    ///
    /// A prober that hands requests to another process answers `false`.
    var takesSecrets: Bool { get }

    /// Whether a request over HTTP goes through its own proxy (``ProbeRequest/Path/proxy``), if it has one; by default `false`.
    var takesProxies: Bool { get }

    /// The PEM file of the certificate authorities that the prober trusts; by default `nil`, those of the system.
    ///
    /// Those of the prober for HTTP are trusted by the connections of the same pipeline. The file is one of the
    /// ``PipelinePart/requirements``, unless the prober states others.
    var caFile: String? { get }

    /// Sends a request, and returns it together with its outcome and timings.
    func probe(_ request: ProbeRequest) async -> ProbeExchange
}

extension Prober {
    public var connectsToHost: Bool { true }
    public var usesAddresses: Bool { false }
    public var takesSecrets: Bool { true }
    public var takesProxies: Bool { false }
    public var caFile: String? { nil }
    public var requirements: [Requirement] { caFile.map { [.authorities($0)] } ?? [] }
}
