/// A validator that needs what a pure function must not use: another process, a service, a file.
///
/// The driver lets it testify after each probe that it may have to judge. What it says joins the exchange as ``Testimony``
/// before anybody judges, and ``ResponseValidator/validate(_:)`` reads it there. So judging stays pure, and a record is
/// decided again without the witness.
///
/// It ranks as any validator does: in the list it objects, as the expectation of an endpoint it says what is genuine, inside
/// of combinators it is a part. What it claims rests on ``Verdict/Basis/part`` of the answer.
///
/// A name belongs to one witness with its options: what another one of the same name said would count as its own.
public protocol Witness: ResponseValidator {
    /// The version of what testifies, for the record.
    var version: String { get }

    /// A digest of the program that testifies, for the record; by default none.
    var digest: String? { get }

    /// Judges an exchange.
    ///
    /// Runs on a task of its own, at the same time for several exchanges. It has what the probe left of its time limit, then
    /// it is cancelled and has to return soon; its testimony is then that it was late. What goes wrong is no reason to call
    /// an answer genuine: it is ``Verdict/inconclusive`` with a reason.
    ///
    /// - Parameter exchange: The completed probe, with an answer or a failure.
    /// - Returns: The verdict.
    func testify(on exchange: ProbeExchange) async -> Verdict
}

extension Witness {
    public var digest: String? { nil }
    public var witnesses: [any Witness] { [self] }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let verdict = exchange.testimony.last(where: { $0.witness == name })?.verdict else {
            return Verdict(.inconclusive, because: .testimonyMissing(from: name))
        }
        // Whatever a program outside says: where nothing answered, nothing is genuine.
        if case .failure = exchange.outcome, verdict.finding == .genuine {
            return Verdict(.inconclusive, because: verdict.reason)
        }
        return verdict
    }
}

/// What a witness said about an exchange, as it is recorded.
public struct Testimony: Hashable, Sendable {
    /// The name of the witness.
    public private(set) var witness: String
    /// The version of what testified.
    public private(set) var version: String
    /// The digest of the program that testified, if there is one.
    public private(set) var digest: String?
    /// What it said; it never rests on ``Verdict/Basis/wholeAnswer``, which only Core grants.
    public package(set) var verdict: Verdict

    /// Creates a testimony.
    /// - Parameters:
    ///   - witness: Who testified.
    ///   - verdict: What it said.
    public init(of witness: any Witness, _ verdict: Verdict) {
        self.init(witness: witness.name, version: witness.version, digest: witness.digest, verdict: verdict)
    }

    private init(witness: String, version: String, digest: String?, verdict: Verdict) {
        (self.witness, self.version, self.digest, self.verdict) = (witness, version, digest, verdict)
        basis = verdict.basis
    }
}

extension Testimony: Tabulated {
    package static let fields = FieldTable(
        Testimony(witness: "", version: "", digest: nil, verdict: .inconclusive),
        [
            .required("witness", \.witness),
            .required("version", \.version),
            .optional("digest", \.digest),
            .required("verdict", \.finding),
            .required("reason", \.verdict.reason),
            .required("basis", \.basis),
            .optional("portal", \.verdict.portal),
        ]
    )

    private var finding: Verdict.Finding {
        get { verdict.finding }
        set { verdict.finding = newValue }
    }

    private var basis: Verdict.Basis {
        get { verdict.basis }
        set { verdict.basis = newValue == .wholeAnswer ? .part : newValue }
    }

    public init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}
