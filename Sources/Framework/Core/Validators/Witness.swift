/// A validator that needs a resource that a pure function must not use: another process, a service or a file.
///
/// The driver asks it for testimony after each probe that it may have to judge. Its verdict joins the exchange as `Testimony`
/// before the exchange is judged, and ``ResponseValidator/validate(_:)`` reads it there. Judging thus stays pure, and a record is
/// decided again without the witness.
///
/// A witness ranks as any other validator: in the list it objects, as the expectation of an endpoint it states a genuine answer,
/// and in combinators it is a part. Its verdict has the basis ``Verdict/Basis/part``.
///
/// A name belongs to one witness with its options. If two witnesses share a name, the testimony of one counts for the other.
public protocol Witness: DeclaringValidator {
    /// The version of the witness, for the record.
    var version: String { get }

    /// A digest of the witness's program, for the record; by default none.
    var digest: String? { get }

    /// Whether its `genuine` depends on the content of the answer; by default not.
    ///
    /// A witness is not asked about imitated answers of gateways (``JudgingChain/StandardLink/weakExpectation``). As an expectation over plain
    /// HTTP it proves something only if this property is `true`.
    var statesContent: Bool { get }

    /// Judges a completed probe, with an answer or a failure.
    ///
    /// The call runs on its own task, concurrently with calls for other exchanges. Its time limit is the rest of the probe's;
    /// then it is cancelled and must return soon, and its testimony is that it was late. An error of the witness is not a reason
    /// to find an answer genuine: return ``Verdict/inconclusive`` with a reason.
    func testify(on exchange: ProbeExchange) async -> Verdict
}

extension Witness {
    public var digest: String? { nil }
    public var statesContent: Bool { false }
    public var witnesses: [any Witness] { [self] }

    public func validate(_ exchange: ProbeExchange) -> Verdict { exchange.verdict(ofWitness: traceName) }
}

extension ProbeExchange {
    func verdict(ofWitness name: String) -> Verdict {
        guard let said = testimony.last(where: { $0.witness == name }) else {
            return Verdict(.inconclusive, because: .testimonyMissing(from: name))
        }
        // A verdict that depends on content is unknown for another answer.
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
    package init(of witness: any Witness, _ verdict: Verdict) {
        self.init(witness: witness.traceName, version: witness.version, digest: witness.digest, verdict: verdict)
        statesContent = witness.statesContent
    }
}
