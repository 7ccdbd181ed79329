/// A validator that needs what a pure function must not use: another process, a service or a file.
///
/// The driver asks it for testimony after each probe that it may have to judge. Its verdict joins the exchange as
/// ``Testimony`` before the exchange is judged, and ``ResponseValidator/validate(_:)`` reads it there. So judging
/// stays pure, and a record is decided again without the witness.
///
/// A witness ranks as any other validator: in the list it objects, as the expectation of an endpoint it states what
/// is genuine, and in combinators it is a part. Its verdict rests on ``Verdict/Basis/part`` of the answer.
///
/// A name belongs to one witness with its options. If two witnesses share a name, the testimony of one counts for
/// the other.
public protocol Witness: DeclaringValidator {
    /// The version of the witness, for the record.
    var version: String { get }

    /// A digest of the program behind the witness, for the record; by default none.
    var digest: String? { get }

    /// Whether its `genuine` rests on the content of the answer; by default not.
    ///
    /// A witness is not asked about the answers that gateways give (``StandardLink/weakExpectation``). As an expectation over plain
    /// HTTP it proves something only if it says this of itself.
    var statesContent: Bool { get }

    /// Judges an exchange.
    ///
    /// The call runs on its own task, concurrently with calls for other exchanges. It may take what the probe left
    /// of its time limit; then it is cancelled and must return soon, and its testimony is that it was late. An
    /// error of the witness is no reason to call an answer genuine: return ``Verdict/inconclusive`` with a reason.
    ///
    /// - Parameter exchange: The completed probe, with an answer or a failure.
    /// - Returns: The verdict.
    func testify(on exchange: ProbeExchange) async -> Verdict
}

extension Witness {
    public var digest: String? { nil }
    public var statesContent: Bool { false }
    public var witnesses: [any Witness] { [self] }

    public func validate(_ exchange: ProbeExchange) -> Verdict { exchange.verdict(ofWitness: traceName) }
}

extension ProbeExchange {
    /// Returns the verdict in the testimony of a witness.
    func verdict(ofWitness name: String) -> Verdict {
        guard let said = testimony.last(where: { $0.witness == name }) else {
            return Verdict(.inconclusive, because: .testimonyMissing(from: name))
        }
        // What rests on content is not known of another answer.
        if isImitated, said.statesContent { return .inconclusive }
        let verdict = said.verdict
        // The verdict of an outside program is limited here: without an answer, nothing is genuine.
        if case .failure = outcome, verdict.finding == .genuine {
            return Verdict(.inconclusive, because: verdict.reason)
        }
        return verdict
    }
}

extension Testimony {
    /// Creates a testimony.
    /// - Parameters:
    ///   - witness: The witness.
    ///   - verdict: Its verdict.
    public init(of witness: any Witness, _ verdict: Verdict) {
        self.init(witness: witness.traceName, version: witness.version, digest: witness.digest, verdict: verdict)
        statesContent = witness.statesContent
    }
}
