public import ConnectivityCore
import ConnectivityDecoding
import ConnectivityRecords

/// Checks the verdict on a recorded response; works in Swift Testing and XCTest.
///
/// ```swift
/// try await expect("Fixtures/portals/redirect-302-absolute.http", leadsTo: .captive)
/// ```
///
/// The recording names the endpoint. A test of a custom endpoint passes that endpoint, because only its expectation
/// detects a wrong body. The body is decoded before it is judged, as in a pipeline from a configuration and in
/// `connectivityctl fixture verify`.
///
/// - Parameters:
///   - path: The path of the file: absolute, or relative to the folder of the test or to any folder above it.
///   - finding: The expected finding. If it is `nil`, the verdict must have everything that the recording states: the
///     finding, the reason, the sign-in URL and the vendor.
///   - signInURL: The expected sign-in URL. If it is `nil`, the stated URL is expected, or any URL if `finding` is given.
///   - endpoint: The requested endpoint; `nil` is the one that the recording names.
///   - validators: The validators that judge the response before the endpoint's own expectation does.
///   - test: The source file of the test; the search for a relative path begins in its folder.
/// - Throws: An ``ExpectationFailure``, which prints on one line, or a ``ConnectivityRecords/RecordingError``, which
///   names the invalid line.
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
    if let other { throw ExpectationFailure(path, .stated(other, verdict)) }
}
