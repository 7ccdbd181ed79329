public import ConnectivityCore
public import ConnectivityRecords
import ConnectivityText

/// The first difference between the result of a recording and the expected result.
public struct ExpectationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of difference from the expected result.
    @nonexhaustive
    public enum Difference: Hashable, Sendable {
        /// The file does not exist or cannot be read.
        case missing
        /// The recording names neither a URL nor a built-in endpoint.
        case noEndpoint(String?)
        /// Neither the test nor the recording states an expectation.
        case nothingExpected
        /// The session has no configuration, so it cannot be decided.
        case noConfiguration
        /// The verdict has another finding; the values are the expected finding and the verdict.
        case finding(Verdict.Finding, Verdict)
        /// The verdict has another sign-in URL; the values are the URL that the test expects and the verdict.
        case signIn(HTTPURL, Verdict)
        /// The finding is right, but another part of the verdict differs from the recording.
        case stated(Recording.Difference, Verdict)
        /// An assessment or a question differs from the session.
        case session(SessionReplay.Difference)
    }

    /// The path of the file.
    public var path: String
    /// The difference from the expected result.
    public var difference: Difference

    /// Creates a failure.
    public init(_ path: String, _ difference: Difference) {
        self.path = path
        self.difference = difference
    }

    /// The file and the difference, on one line.
    public var description: String {
        switch difference {
        case .missing: "\(path): no such file in the folders above the test"
        case .noEndpoint(let name?):
            "\(path): no built-in endpoint has the name \(name.printable(limit: 120))"
                + Endpoint.builtIn.map(\.name).suggestion(for: name)
        case .noEndpoint(nil): "\(path): the recording does not state the requested URL (`# url:`)"
        case .nothingExpected:
            "\(path): neither the test nor the recording states what to expect; to state what follows: connectivityctl fixture expect --write FILE"
        case .noConfiguration:
            "\(path): the session has no configuration by which it is decided; give the pipeline that decides: expect(_:with:)"
        case .finding(let wanted, let verdict):
            "\(path): expected \(wanted.rawValue), got \(verdict.finding.rawValue)" + why(verdict)
        case .signIn(let url, let verdict):
            "\(path): expected the sign-in at \(url.description.printable(limit: 120)), got "
                + (verdict.portal?.signInURL?.description.printable(limit: 120) ?? "none") + why(verdict)
        case .stated(let other, let verdict):
            "\(path): \(other.name): expected \((other.stated ?? "none").printable(limit: 120)), got \((other.found ?? "none").printable(limit: 120))"
                + why(verdict)
        case .session(let other):
            "\(path): \(other)"
        }
    }

    /// The sentence of a verdict, which says what to do about it, and its code.
    private func why(_ verdict: Verdict) -> String {
        ": \(Sentences().sentence(for: verdict.reason).printable(limit: 400)) (\(verdict.reason.code))"
    }
}
