package import ConnectivityCore

// Secrets that a request carries, and answers without them.

extension KnownTexts {
    /// The minimum length of a secret from a file or the environment; shorter secrets would match other text.
    package static let secretByteCountMin = 8
    /// The minimum length of a configuration text that is searched for in answers.
    package static let textByteCountMin = 6

    /// The visible secrets of a request: credentials in fields with listed names, secret facts, and the values in the
    /// body that have listed names.
    package static func secrets(in request: ProbeRequest) -> [String] {
        switch request.question {
        case .other(_, let facts): facts.secrets.filter { $0.utf8.count >= secretByteCountMin }
        case .http(let http):
            http.headers.fields.filter { HeaderFields.secretNames.contain($0.name.lowercased()) }
                .flatMap { forms(ofCredentials: $0.value) } + values(inBody: http.body, onlyNamed: true)
        }
    }

    /// The forms of a secret in answers, apart from encodings: without its scheme, as the pairs of a cookie, and as the
    /// user name and password in it (RFC 7617).
    package static func forms(ofCredentials value: String) -> [String] {
        var forms = [value] + value.split(separator: " ", maxSplits: 1).dropFirst().map(String.init)
        forms += value.split(whereSeparator: { $0 == ";" || $0 == "," })
            .compactMap { pair in pair.firstIndex(of: "=").map { String(pair[pair.index(after: $0)...]) } }
        for form in forms {
            guard let decoded = Base64.decoded(form), let text = String(validUTF8: decoded),
                let colon = text.firstIndex(of: ":")
            else { continue }
            forms += [text, String(text[text.index(after: colon)...])]
        }
        return forms.filter { $0.utf8.count >= secretByteCountMin }
    }

    /// The values in a body of JSON or of a form, without those that are too short; `onlyNamed` selects values with listed names.
    package static func values(inBody body: [UInt8], onlyNamed: Bool) -> [String] {
        guard !body.isEmpty else { return [] }
        let names = TextRedactor(.standard)
        func isTaken(_ name: String) -> Bool { !onlyNamed || names.isSecret(Array(name.utf8)[...]) }
        var values: [String] = []
        func collect(_ json: JSON, named name: String) {
            switch json.value {
            case .string(let text): if isTaken(name) { values.append(text) }
            case .integer(let number): if isTaken(name) { values.append("\(number)") }
            case .array(let elements): for element in elements { collect(element, named: name) }
            case .object(let members): for member in members { collect(member.value, named: member.name) }
            case .null, .bool, .number: break
            }
        }
        var reader = JSONReader(body, byteCountMax: Facts.byteCountMax, isTolerant: true)
        if let json = try? reader.document() {
            collect(json, named: "")
        } else {
            for pair in body.split(separator: UInt8(ascii: "&")) {
                guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), isTaken(pair[..<sign].text) else { continue }
                let plain = pair[(sign + 1)...].map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
                values.append(DecodedText(plain).bytes[...].text)
            }
        }
        return values.filter { $0.utf8.count >= secretByteCountMin }
    }

    /// Replaces the texts in the bytes of an answer or an expectation.
    package func removed(from bytes: [UInt8], isCut: Bool = false) -> [UInt8] {
        replacing(in: bytes, isCut: isCut) { text in
            // A number stays a number, so that JSON stays JSON.
            guard text.allSatisfy(\.isASCIIDigit) else { return Array("REDACTED".utf8) }
            return [UInt8(ascii: "1")] + [UInt8](repeating: UInt8(ascii: "0"), count: text.count - 1)
        }
    }

    package func removed(from text: String) -> String {
        isEmpty ? text : String(decoding: removed(from: Array(text.utf8)), as: UTF8.self)
    }
}

extension ProbeExchange {
    /// Returns the exchange without secrets in its answer or failure; the request stays.
    ///
    /// It is judged, recorded and passed on only in this form, so that a record is judged by the same bytes.
    package func removing(_ secrets: KnownTexts) -> ProbeExchange {
        guard !secrets.isEmpty else { return self }
        var copy = self
        switch outcome {
        case .success(.http(let response)): copy.outcome = .success(.http(response.removing(secrets)))
        case .success(.other(let kind, let facts)):
            copy.outcome = .success(.other(kind, facts.mapBytes { secrets.removed(from: $0) }))
        case .failure(var failure):
            failure.detail = secrets.removed(from: failure.detail)
            failure.facts = failure.facts.mapBytes { secrets.removed(from: $0) }
            failure.partialResponse = failure.partialResponse?.removing(secrets, isCut: true)
            copy.outcome = .failure(failure)
        }
        copy.connection = connection.mapBytes { secrets.removed(from: $0) }
        guard copy != self else { return self }
        copy.repeatsSecret = true
        return copy
    }
}

extension ProbeResponse {
    fileprivate func removing(_ secrets: KnownTexts, isCut: Bool = false) -> ProbeResponse {
        var copy = self
        copy.headers.fields = headers.fields.map { field in
            HeaderFields.Field(name: secrets.removed(from: field.name), value: secrets.removed(from: field.value))
        }
        copy.body = secrets.removed(from: body, isCut: isCut || completeness != .complete)
        return copy
    }
}

extension Facts {
    /// The secrets in the facts, at any depth.
    fileprivate var secrets: [String] { sorted.flatMap { $0.fact.secrets } }
}

extension Fact {
    fileprivate var secrets: [String] {
        switch self {
        case .secret(let text): [text]
        case .list(let facts): facts.flatMap(\.secrets)
        case .record(let facts): facts.secrets
        default: []
        }
    }
}
