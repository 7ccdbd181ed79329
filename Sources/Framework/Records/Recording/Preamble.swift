package import ConnectivityCore

/// The `# key: value` lines of a recording.
struct Preamble {
    enum Key: String, CaseIterable {
        case url, endpoint, expect
        case signIn = "sign-in"
        case vendor, language, source, body
    }

    private(set) var url: HTTPURL?
    private(set) var endpointName: String?
    private(set) var expectation: Recording.Expectation?
    private(set) var language: String?
    private(set) var source: String?
    private(set) var isCut = false

    init(_ recording: Recording) {
        url = recording.url
        endpointName = recording.endpointName
        expectation = recording.expectation
        language = recording.language
        source = recording.source
        isCut = recording.response.completeness == .cutAtLimit
    }

    init(_ lines: inout LineReader) throws(RecordingError) {
        var found: [Key: (value: String, line: Int)] = [:]
        while lines.rest.first == UInt8(ascii: "#"), let line = lines.next() {
            let (key, value) = try Self.entry(line, lines.number)
            guard found.updateValue((value, lines.number), forKey: key) == nil else {
                throw RecordingError(line: lines.number, .repeatedKey(key.rawValue))
            }
        }
        url = try found[.url].map(Self.url(of: .url))
        endpointName = found[.endpoint]?.value
        language = try found[.language].map(Self.language)
        source = found[.source]?.value
        if let body = found[.body] {
            guard body.value == "cut" else {
                throw RecordingError(line: body.line, .value(key: Key.body.rawValue, body.value))
            }
            isCut = true
        }
        expectation = try found[.expect].map(Self.expectation)
        for key in [Key.signIn, .vendor] {
            guard let entry = found[key], expectation == nil else { continue }
            throw RecordingError(line: entry.line, .missingKey(Key.expect.rawValue, neededBy: key.rawValue))
        }
        expectation?.vendor = found[.vendor]?.value
        if let signIn = found[.signIn], signIn.value != "none" {
            expectation?.signInURL = try Self.url(of: .signIn)(signIn)
        }
    }

    func encoded() -> [UInt8] {
        var entries: [(Key, String)] = []
        if let url { entries.append((.url, url.description)) }
        if let endpointName { entries.append((.endpoint, endpointName)) }
        if let expectation { entries += Self.entries(of: expectation) }
        if let language { entries.append((.language, language)) }
        if let source { entries.append((.source, source)) }
        if isCut { entries.append((.body, "cut")) }
        return Array(entries.map { Self.line($0, $1) + "\n" }.joined().utf8)
    }

    fileprivate static func entries(of expectation: Recording.Expectation) -> [(Key, String)] {
        [
            (.expect, "\(expectation.finding.rawValue) \(expectation.code)"),
            (.signIn, expectation.signInURL?.description ?? "none"),
        ] + (expectation.vendor.map { [(.vendor, $0)] } ?? [])
    }

    fileprivate static func line(_ key: Key, _ value: String) -> String {
        "# \(key.rawValue): \(value.split(whereSeparator: \.isNewline).joined(separator: " "))"
    }

    /// Returns the bytes of a recording with another stated verdict; every byte of the response stays.
    fileprivate static func stating(
        _ expectation: Recording.Expectation,
        in bytes: [UInt8]
    ) throws(RecordingError) -> [UInt8] {
        var lines = LineReader(bytes)
        var preamble = try Preamble(&lines)
        preamble.expectation = expectation
        return preamble.encoded() + lines.rest
    }

    private static func entry(_ line: ArraySlice<UInt8>, _ number: Int) throws(RecordingError) -> (Key, String) {
        // A line that is longer than the longest URL does not belong to a preamble.
        guard line.count <= HTTPURL.byteCountMax + 64, let text = String(validUTF8: line.dropFirst()),
            let colon = text.firstIndex(of: ":")
        else {
            throw RecordingError(line: number, .preambleLine)
        }
        let name = trimmed(text[..<colon])
        let value = trimmed(text[text.index(after: colon)...])
        guard !name.isEmpty, !value.isEmpty else { throw RecordingError(line: number, .preambleLine) }
        guard let key = Key(rawValue: name) else { throw RecordingError(line: number, .unknownKey(name)) }
        return (key, value)
    }

    private static func trimmed(_ text: Substring) -> String {
        var rest = text.drop { $0 == " " || $0 == "\t" }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }

    private static func url(of key: Key) -> ((value: String, line: Int)) throws(RecordingError) -> HTTPURL {
        { (entry) throws(RecordingError) in
            do throws(HTTPURL.Fault) {
                return try HTTPURL(entry.value)
            } catch {
                throw RecordingError(line: entry.line, .url(key: key.rawValue, error))
            }
        }
    }

    private static func language(_ entry: (value: String, line: Int)) throws(RecordingError) -> String {
        let subtags = entry.value.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = subtags.allSatisfy { subtag in
            (1...8).contains(subtag.utf8.count) && subtag.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
        }
        guard isTag else {
            throw RecordingError(line: entry.line, .value(key: Key.language.rawValue, entry.value))
        }
        return entry.value
    }

    private static func expectation(
        _ entry: (value: String, line: Int)
    ) throws(RecordingError) -> Recording.Expectation {
        let words = entry.value.split(separator: " ")
        guard words.count == 2, let finding = Verdict.Finding(rawValue: String(words[0])) else {
            throw RecordingError(line: entry.line, .value(key: Key.expect.rawValue, entry.value))
        }
        return Recording.Expectation(finding, code: String(words[1]))
    }
}

extension Recording.Expectation {
    /// Creates the expectation that a verdict meets.
    package init(_ verdict: Verdict) {
        self.init(
            verdict.finding,
            code: verdict.reason.code,
            signInURL: verdict.portal?.signInURL,
            vendor: verdict.portal?.vendor
        )
    }

    /// The lines that state the expectation in a recording, such as `# expect: captive redirect`.
    package var lines: [String] { Preamble.entries(of: self).map(Preamble.line) }

    /// Returns the bytes of a recording with this expectation in place of the stated one; every byte of the response stays.
    package func stated(in bytes: [UInt8]) throws(RecordingError) -> [UInt8] { try Preamble.stating(self, in: bytes) }
}
