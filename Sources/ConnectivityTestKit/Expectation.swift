public import ConnectivityCore
import ConnectivityDecoding
public import ConnectivityRecords

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks that a recorded response leads to a verdict; works in Swift Testing and XCTest.
///
/// ```swift
/// try await expect("Fixtures/portals/redirect-302-absolute.http", leadsTo: .captive)
/// ```
///
/// The recording names the endpoint. A test of your own endpoint gives that endpoint, because a wrong body shows only
/// by its expectation. The body is decoded before it is judged, as in a pipeline that is built from a configuration
/// and in `connectivityctl fixture verify`.
///
/// - Parameters:
///   - path: The path of the file: absolute, or relative to the folder of the test or to any folder above it.
///   - finding: The finding that the verdict must have. If it is `nil`, the verdict must have everything that the
///     recording states: the finding, the reason, the sign-in URL and the vendor.
///   - signInURL: The sign-in URL that the verdict must name. If it is `nil`, the stated URL is expected, or any URL
///     if `finding` is given.
///   - endpoint: The endpoint that was asked; `nil` is the one that the recording names.
///   - validators: The validators that judge the response before the endpoint's own expectation does.
///   - test: The source file of the test; its folder is where the search for a relative path begins.
/// - Throws: An ``ExpectationFailure``, which prints on one line, or a ``ConnectivityRecords/RecordingError``, which names the invalid
///   line.
public func expect(
    _ path: String,
    leadsTo finding: Verdict.Finding? = nil,
    signIn signInURL: HTTPURL? = nil,
    endpoint: Endpoint? = nil,
    validators: JudgingChain = .standard,
    from test: String = #filePath
) async throws {
    guard let bytes = contents(of: path, from: test) else { throw ExpectationFailure(path, .missing) }
    let recording = try Recording(parsing: bytes)
    guard let endpoint = endpoint ?? recording.endpoint else {
        throw ExpectationFailure(path, .noEndpoint(recording.endpointName))
    }
    let stated = recording.expectation
    guard let wanted = finding ?? stated?.finding else { throw ExpectationFailure(path, .nothingExpected) }
    let verdict = recording.verdict(
        at: endpoint.url,
        expecting: endpoint.expectation,
        by: ExchangeJudge(validators),
        decodedBy: BodyDecoder().decoded
    )
    if verdict.finding != wanted { throw ExpectationFailure(path, .finding(wanted, verdict)) }
    if let signInURL, verdict.portal?.signInURL != signInURL {
        throw ExpectationFailure(path, .signIn(signInURL, verdict))
    }
    guard finding == nil else { return }
    let other = recording.differences(from: verdict).first { $0.name != "sign-in" || signInURL == nil }
    if let other { throw ExpectationFailure(path, .stated(other)) }
}

/// The first difference between the result of a recording and the expected result.
public struct ExpectationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The way in which the result differs from the expected one.
    @nonexhaustive
    public enum Difference: Hashable, Sendable {
        /// The file does not exist or cannot be read.
        case missing
        /// The recording names neither a URL nor a built-in endpoint.
        case noEndpoint(String?)
        /// Neither the test nor the recording states what to expect.
        case nothingExpected
        /// The session has no configuration by which it could be decided.
        case noConfiguration
        /// The verdict has another finding; the values are the expected finding and the verdict.
        case finding(Verdict.Finding, Verdict)
        /// The verdict has another sign-in URL; the values are the URL that the test expects and the verdict.
        case signIn(HTTPURL, Verdict)
        /// The finding is right, but another part of the verdict differs from what the recording states.
        case stated(Recording.Difference)
        /// An assessment or a question differs from what the session states.
        case session(SessionReplay.Difference)
    }

    /// The path of the file.
    public var path: String
    /// The way in which the result differs from the expected one.
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
            "\(path): expected \(wanted.rawValue), got \(verdict.finding.rawValue): \("\(verdict.reason)".printable(limit: 120))"
        case .signIn(let url, let verdict):
            "\(path): expected the sign-in at \(url.description.printable(limit: 120)), got "
                + (verdict.portal?.signInURL?.description.printable(limit: 120) ?? "none")
        case .stated(let other):
            "\(path): \(other.name): expected \((other.stated ?? "none").printable(limit: 120)), got \((other.found ?? "none").printable(limit: 120))"
        case .session(let other):
            "\(path): \(other)"
        }
    }
}
