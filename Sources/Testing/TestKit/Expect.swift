public import ConnectivityCore
import ConnectivityDecoding
import ConnectivityRecords

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
