public import ConnectivityCore

/// A recorded response with what is known of it.
///
/// The form is a text file that a person can read and write: lines `# key: value`, which may be missing, and the
/// response as `curl -i` shows it. The keys, each at most once, in any order:
/// - `url`: The URL that was asked.
/// - `endpoint`: The name of the built-in endpoint whose expectation applies.
/// - `expect`: The finding and the code of the reason that the verdict must have, such as `captive redirect`.
/// - `sign-in`: The sign-in URL that the verdict must have, or `none`, which is also what a missing key means.
/// - `vendor`: The vendor that the verdict must name; where the key is missing, it must name none.
/// - `source`: Where the response comes from.
/// - `body`: `cut` where the recorded body is only the beginning.
public struct Recording: Hashable, Sendable {
    /// The largest recording that is read, in bytes.
    static let byteCountMax = 16 * 1024 * 1024

    /// The verdict that a recorded response must lead to.
    public struct Expectation: Hashable, Sendable {
        /// What the exchange shows.
        public var finding: Verdict.Finding
        /// The stable name of the reason, as in `Reason.code`.
        public var code: String
        /// Where a person can sign in; `nil` where the verdict must not name a place.
        public var signInURL: HTTPURL?
        /// Who made the gateway; `nil` where the verdict must not name one.
        public var vendor: String?

        /// Creates an expectation.
        /// - Parameters:
        ///   - finding: What the exchange shows.
        ///   - code: The stable name of the reason.
        ///   - signInURL: Where a person can sign in.
        ///   - vendor: Who made the gateway.
        public init(_ finding: Verdict.Finding, code: String, signInURL: HTTPURL? = nil, vendor: String? = nil) {
            self.finding = finding
            self.code = code
            self.signInURL = signInURL
            self.vendor = vendor
        }
    }

    /// The URL that was asked, where it is known.
    public var url: HTTPURL?
    /// The name of the built-in endpoint whose expectation applies, where there is one.
    public var endpointName: String?
    /// The verdict that the response must lead to, where it is stated.
    public var expectation: Expectation?
    /// Where the response comes from, where it is stated.
    public var source: String?
    /// The response.
    public var response: ProbeResponse

    /// Creates a recording.
    /// - Parameters:
    ///   - response: The response.
    ///   - url: The URL that was asked.
    ///   - endpointName: The name of the built-in endpoint whose expectation applies.
    ///   - expectation: The verdict that the response must lead to.
    ///   - source: Where the response comes from.
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

    /// Reads a recording, with or without `# key: value` lines.
    ///
    /// Of the response, at most 64 KiB of header are accepted and 256 KiB of body kept; a longer body is cut and marked so.
    /// Interim responses (1xx) and a proxy's `200 Connection established` before the response are passed over. A
    /// missing body, a body whose length contradicts its header, and a header without the empty line are no errors.
    ///
    /// - Parameter bytes: The file.
    /// - Throws: The first ``RecordingError`` met, with its line.
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
    }

    /// The recording as a file, which reads back as an equal recording with the same bytes of body.
    ///
    /// A response that no recording can hold does not: an interim status, a field value with a line break, and a body
    /// above 256 KiB, which is cut when it is read.
    public func encoded() -> [UInt8] {
        Preamble(self).encoded() + HTTPMessage.encoded(response)
    }

    /// The endpoint that was asked.
    ///
    /// It has the expectation of the named built-in endpoint; without a name nothing states what to expect. It is `nil` if
    /// there is neither URL nor name, and if no built-in endpoint has the name.
    public var endpoint: Endpoint? {
        guard let endpointName else { return url.map { Endpoint($0) } }
        var endpoint = Endpoint.builtIn(named: endpointName)
        if let url { endpoint?.question.http?.url = url }
        return endpoint
    }
}

/// Why bytes are not a recording.
public struct RecordingError: Error, Hashable, Sendable {
    /// What is wrong.
    @nonexhaustive
    public enum Fault: Hashable, Sendable {
        /// The recording is larger than the limit.
        case tooLarge(byteCountMax: Int)
        /// A line of the preamble is no `# key: value`, or its value is empty.
        case preambleLine
        /// A key of the preamble is not one of the format.
        case unknownKey(String)
        /// A key of the preamble stands there twice.
        case repeatedKey(String)
        /// The value of a key is no URL that may be asked.
        case url(key: String, HTTPURL.Fault)
        /// The value of a key is none that the key takes.
        case value(key: String, String)
        /// The key is of no use without another one.
        case missingKey(String, neededBy: String)
        /// There is no status line, or only those of interim responses.
        case noResponse
        /// The line is not an HTTP status line.
        case statusLine
        /// The line is neither a header field nor the continuation of one.
        case headerField
        /// The header is larger than the limit.
        case headerTooLarge(byteCountMax: Int)
    }

    /// The number of the line, from 1.
    public var line: Int
    /// What is wrong.
    public var fault: Fault

    init(line: Int, _ fault: Fault) {
        self.line = line
        self.fault = fault
    }
}
