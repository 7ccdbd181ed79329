/// The recorded verdict of a witness on an exchange.
public struct Testimony: Hashable, Sendable {
    /// The name of the witness.
    public package(set) var witness: String
    /// The version of the witness.
    public package(set) var version: String
    /// The digest of the program behind the witness, if there is one.
    public package(set) var digest: String?
    /// The verdict; it never rests on ``Verdict/Basis/wholeAnswer``, which only Core grants.
    public package(set) var verdict: Verdict

    /// Whether the verdict rests on the content of the answer (``Witness/statesContent``).
    package var statesContent = false

    package init(witness: String, version: String, digest: String?, verdict: Verdict) {
        (self.witness, self.version, self.digest, self.verdict) = (witness, version, digest, verdict)
        basis = verdict.basis
    }

    /// The basis of the verdict.
    package var basis: Verdict.Basis {
        get { verdict.basis }
        set { verdict.basis = newValue == .wholeAnswer ? .part : newValue }
    }
}
