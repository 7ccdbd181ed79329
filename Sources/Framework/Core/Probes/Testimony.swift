/// The recorded verdict of a witness on an exchange.
package struct Testimony: Hashable, Sendable {
    /// The name of the witness.
    package var witness: String
    /// The version of the witness.
    package var version: String
    /// The digest of the witness's program, if there is one.
    package var digest: String?
    /// The verdict; never with the basis ``Verdict/Basis/wholeAnswer``, which only Core grants.
    package var verdict: Verdict

    /// Whether the verdict depends on the content of the answer (``Witness/statesContent``).
    package var statesContent = false

    package init(witness: String, version: String, digest: String?, verdict: Verdict) {
        (self.witness, self.version, self.digest, self.verdict) = (witness, version, digest, verdict)
        basis = verdict.basis
    }

    package var basis: Verdict.Basis {
        get { verdict.basis }
        set { verdict.basis = newValue == .wholeAnswer ? .part : newValue }
    }
}
