public import ConnectivityCore
import ConnectivityDecoding
public import ConnectivityRecords

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Expects that a recorded response leads to a verdict; works in Swift Testing and in XCTest.
///
/// ```swift
/// try await expect("Fixtures/portals/redirect-302-absolute.http", leadsTo: .captive)
/// ```
///
/// The endpoint is the one that the recording names. The body is decoded before it is judged, as in a pipeline that is made
/// from a configuration and in `connectivityctl fixture verify`.
///
/// - Parameters:
///   - path: The file, from the folder of the test or any folder above it, or absolute.
///   - finding: The finding that the verdict must have; `nil` takes all that the recording states: the finding, the reason, the
///     sign-in URL and the vendor.
///   - signInURL: The sign-in URL that the verdict must name; `nil` takes the stated one, and any if a finding is given.
///   - validators: What is asked before the endpoint's own expectation.
///   - test: The file of the test.
/// - Throws: ``ExpectationFailure``, which reads as one line, and a ``RecordingError`` with the line that is wrong.
public func expect(
    _ path: String,
    leadsTo finding: Verdict.Finding? = nil,
    signIn signInURL: HTTPURL? = nil,
    validators: [any ResponseValidator] = [PortalSignals()],
    from test: String = #filePath
) async throws {
    guard let bytes = contents(of: path, from: test) else { throw ExpectationFailure(path, .missing) }
    let recording = try Recording(parsing: bytes)
    guard let endpoint = recording.endpoint else { throw ExpectationFailure(path, .noEndpoint(recording.endpointName)) }
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

/// What a recording led to in place of what was expected.
public struct ExpectationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The difference.
    @nonexhaustive
    public enum Difference: Hashable, Sendable {
        /// There is no such file, or it cannot be read.
        case missing
        /// The recording names neither a URL nor a built-in endpoint.
        case noEndpoint(String?)
        /// Neither the test nor the recording says what to expect.
        case nothingExpected
        /// Another finding.
        case finding(Verdict.Finding, Verdict)
        /// Another sign-in URL than the test expects.
        case signIn(HTTPURL, Verdict)
        /// The finding, with something else than the recording states.
        case stated(Recording.Difference)
        /// Another assessment than the session states, or other questions than were asked in it.
        case session(SessionReplay.Difference)
    }

    /// The file.
    public var path: String
    /// The difference.
    public var difference: Difference

    /// Creates a failure.
    /// - Parameters:
    ///   - path: The file.
    ///   - difference: The difference.
    public init(_ path: String, _ difference: Difference) {
        self.path = path
        self.difference = difference
    }

    /// The file and the difference, on one line.
    public var description: String {
        switch difference {
        case .missing: "\(path): no such file above the test"
        case .noEndpoint(let name?): "\(path): no built-in endpoint is called \(name.printable(limit: 120))"
        case .noEndpoint(nil): "\(path): the recording does not say what was asked (`# url:`)"
        case .nothingExpected: "\(path): neither the test nor the recording says what to expect"
        case .finding(let wanted, let verdict):
            "\(path): expected \(wanted.rawValue), got \(verdict.finding.rawValue): \("\(verdict.reason)".printable(limit: 120))"
        case .signIn(let url, let verdict):
            "\(path): expected the sign-in at \(url.description.printable(limit: 120)), got "
                + (verdict.portal?.signInURL?.description.printable(limit: 120) ?? "none")
        case .stated(let other):
            "\(path): \(other.name): stated \((other.stated ?? "none").printable(limit: 120)), got \((other.found ?? "none").printable(limit: 120))"
        case .session(.assessment(let number, _, let expected, let got)):
            "\(path): assessment \(number): expected \(Self.words(expected)), got \(Self.words(got))"
        case .session(.deviation(.roundNotBegun(let time))):
            "\(path): at \(time) a round began in the session, and none in the pipeline"
        case .session(.deviation(.notAsked(let question, let time))):
            "\(path): at \(time) \(question.subject.printable(limit: 120)) was asked in the session, and not by the pipeline"
        case .session(let other):
            "\(path): \(other)"
        }
    }
}

extension ExpectationFailure {
    fileprivate static func words(_ expectation: SessionRecording.Expectation?) -> String {
        guard let expectation else { return "none" }
        let place = expectation.signInURL.map { ", sign-in at \($0.description.printable(limit: 120))" } ?? ""
        return "\(expectation.access) because of \(expectation.code)\(place)"
    }
}

/// Reads a file, from the folder of a test or any folder above it.
func contents(of path: String, from test: String) -> [UInt8]? {
    if path.hasPrefix("/") { return FileManager.default.contents(atPath: path).map { Array($0) } }
    var folders = test.split(separator: "/").dropLast()
    while true {
        let candidate = (folders.map { "/\($0)" } + ["/\(path)"]).joined()
        if let data = FileManager.default.contents(atPath: candidate) { return Array(data) }
        if folders.popLast() == nil { return nil }
    }
}
