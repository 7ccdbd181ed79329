public import ConnectivityCore

/// A recorded response with its origin and the expected verdict.
///
/// The format is a text file that a person can read and write: optional lines `# key: value`, and the response as
/// `curl -i` prints it. The keys may be in any order, each at most once:
/// - `url`: The URL of the request.
/// - `endpoint`: The name of the built-in endpoint whose expectation applies.
/// - `expect`: The finding and the code of the reason that the verdict must have, such as `captive redirect`.
/// - `sign-in`: The sign-in URL that the verdict must have. `none` or a missing key means that it must not have one.
/// - `vendor`: The vendor that the verdict must name. If the key is missing, the verdict must name none.
/// - `language`: The language of the text for people, as a tag such as `de` or `zh-Hant` (RFC 5646).
/// - `source`: The origin of the response.
/// - `body`: `cut` if only the beginning of the body is recorded.
public struct Recording: Hashable, Sendable {
    static let byteCountMax = 16 * 1024 * 1024

    /// The expected verdict on a recorded response.
    public struct Expectation: Hashable, Sendable {
        /// The finding of the verdict.
        public var finding: Verdict.Finding
        /// The stable code of the reason, as in `Reason.code`.
        public var code: String
        /// The URL where a person can sign in; `nil` if the verdict must not have one.
        public var signInURL: HTTPURL?
        /// The vendor of the gateway; `nil` if the verdict must not name one.
        public var vendor: String?

        /// Creates an expectation.
        public init(_ finding: Verdict.Finding, code: String, signInURL: HTTPURL? = nil, vendor: String? = nil) {
            self.finding = finding
            self.code = code
            self.signInURL = signInURL
            self.vendor = vendor
        }
    }

    /// The URL of the request, if it is known.
    public var url: HTTPURL?
    /// The name of the built-in endpoint whose expectation applies, if there is one.
    package var endpointName: String?
    /// The expected verdict on the response, if it is stated.
    public var expectation: Expectation?
    /// The language of the text for people, if it is stated: a tag such as `de` (RFC 5646).
    public var language: String?
    /// The origin of the response, if it is stated.
    public var source: String?
    /// The response.
    public var response: ProbeResponse

    /// Creates a recording.
    public init(
        _ response: ProbeResponse,
        url: HTTPURL? = nil,
        endpointName: String? = nil,
        expectation: Expectation? = nil,
        source: String? = nil
    ) {
        self.response = response
        self.url = url
        self.endpointName = endpointName
        self.expectation = expectation
        self.source = source
    }

    /// Reads a recording, with or without `# key: value` lines, from the contents of a file.
    ///
    /// The header of the response may have at most 64 KiB. At most 256 KiB of the body are kept; a longer body is cut and
    /// marked as cut. Interim responses (1xx) and a proxy's `200 Connection established` before the response are skipped. A
    /// missing body, a body whose length contradicts its header, and a header without the empty line are not errors.
    ///
    /// - Throws: The first ``RecordingError``, with its line.
    public init(parsing bytes: [UInt8]) throws(RecordingError) {
        guard bytes.count <= Self.byteCountMax else {
            throw RecordingError(line: 1, .tooLarge(byteCountMax: Self.byteCountMax))
        }
        var lines = LineReader(bytes)
        let preamble = try Preamble(&lines)
        var response = try HTTPMessage.response(&lines)
        if preamble.isCut { response.completeness = .cutAtLimit }
        self.init(
            response,
            url: preamble.url,
            endpointName: preamble.endpointName,
            expectation: preamble.expectation,
            source: preamble.source
        )
        language = preamble.language
    }

    /// Returns the recording as a file, which reads back as an equal recording with the same body bytes.
    ///
    /// This does not hold for responses that the format cannot represent: an interim status, a field value with a
    /// line break, and a body above 256 KiB, which is cut when it is read.
    public func encoded() -> [UInt8] {
        Preamble(self).encoded() + HTTPMessage.encoded(response)
    }

    /// The endpoint of the request, with the expectation of the named built-in endpoint; without a name it has no expectation.
    ///
    /// It is `nil` if there is neither URL nor name, or if no built-in endpoint has the name.
    public var endpoint: Endpoint? {
        guard let endpointName else { return url.map { Endpoint($0) } }
        var endpoint = Endpoint.builtIn(named: endpointName)
        if let url { endpoint?.question.http?.url = url }
        return endpoint
    }
}

/// The error of bytes that are not a recording.
public struct RecordingError: Error, Hashable, Sendable {
    /// The kind of error.
    @nonexhaustive
    public enum Fault: Hashable, Sendable {
        /// The recording is larger than the limit.
        case tooLarge(byteCountMax: Int)
        /// A line of the preamble is not `# key: value`, or its value is empty.
        case preambleLine
        /// A key of the preamble is unknown.
        case unknownKey(String)
        /// A key occurs twice in the preamble.
        case repeatedKey(String)
        /// The value of a key is not a URL that can be requested.
        case url(key: String, HTTPURL.Fault)
        /// The key does not accept the value.
        case value(key: String, String)
        /// The key needs another key, which is missing.
        case missingKey(String, neededBy: String)
        /// There is no status line, or there are only interim responses.
        case noResponse
        /// The line is not an HTTP status line.
        case statusLine
        /// The line is neither a header field nor its continuation.
        case headerField
        /// The header is larger than the limit.
        case headerTooLarge(byteCountMax: Int)
    }

    /// The number of the line, from 1.
    package var line: Int
    /// The kind of error.
    package var fault: Fault

    init(line: Int, _ fault: Fault) {
        self.line = line
        self.fault = fault
    }
}
