/// What stands in an answer, read once for every validator of a pipeline.
final class ReadAnswer: Sendable {
    let page: Page
    let json: Fact?
    let wispr: WISPrReader?

    init(_ response: ProbeResponse) {
        page = Page(response.body)
        json = Fact(json: response.body)
        wispr = WISPrReader(response.body)
    }

    /// Where an exchange keeps what was read of it; no part of its value.
    struct Place: Hashable, Sendable {
        var answer: ReadAnswer?

        static func == (lhs: Self, rhs: Self) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }
}

extension ProbeExchange {
    /// The page that came, read without executing anything; `nil` if there is no answer.
    ///
    /// A pipeline reads it once for all validators.
    public var page: Page? { place.answer?.page ?? response.map { Page($0.body) } }

    /// The object or list that the body is as JSON (RFC 8259); `nil` if it is anything else.
    ///
    /// Read are at most 64 KiB and 16 levels, whatever the media type says. Of two members of one name the last counts. A
    /// pipeline reads it once for all validators.
    public var json: Fact? { place.answer.map(\.json) ?? response.flatMap { Fact(json: $0.body) } }

    /// The links of the header (RFC 8288, section 3), in order.
    public var links: [Link] { response.map { Link.links(of: $0.headers) } ?? [] }

    /// What the answer says as that of a captive portal API (RFC 8908); `nil` if it is none.
    public var captivePortalAPI: CaptivePortalAPI? { response.flatMap { CaptivePortalAPI($0, json?.record) } }

    /// The WISPr message in the body, if there is one.
    var wispr: WISPrReader? { place.answer.map(\.wispr) ?? response.flatMap { WISPrReader($0.body) } }

    /// The same exchange with its answer read, so that no validator has to read it again.
    var read: ProbeExchange {
        guard place.answer == nil, let response else { return self }
        var copy = self
        copy.place.answer = ReadAnswer(response)
        return copy
    }
}

extension Fact {
    /// The most bytes of JSON that are read; what answers a probe has a few hundred.
    static let jsonByteCountMax = 64 * 1024

    /// Reads an object or a list; `nil` if the bytes are anything else.
    init?(json bytes: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let first = (bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]).first {
            !$0.isASCIIWhitespace
        }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        var reader = JSONReader(
            bytes,
            byteCountMax: Self.jsonByteCountMax,
            depthMax: Facts.depthMax,
            isTolerant: true
        )
        guard let json = try? reader.document() else { return nil }
        self.init(json)
    }

    private init(_ json: JSON) {
        switch json.value {
        case .null: self = .null
        case .bool(let value): self = .flag(value)
        case .integer(let value): self = .integer(value)
        case .number(let text): self = json.double.map(Fact.number) ?? .text(text)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.map { Fact($0) })
        case .object(let members):
            self = .record(Facts(Dictionary(members.map { ($0.name, Fact($0.value)) }) { _, last in last }))
        }
    }
}
