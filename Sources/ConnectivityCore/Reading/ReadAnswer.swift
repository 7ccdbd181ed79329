/// The parsed content of an answer, read once for all validators of a pipeline.
final class ReadAnswer: Sendable {
    let page: Page
    let json: Fact?
    let jsonBody: JSONBody
    let wispr: WISPrReader?

    init(_ response: ProbeResponse) {
        page = Page(response.body)
        jsonBody = JSONBody(response)
        // Most JSON is read without a fault, and then need not be read again tolerantly.
        json = jsonBody.fact ?? Fact(json: response.body)
        wispr = WISPrReader(response.body)
    }

    /// The cache of an exchange for what was read from it; it is not part of the exchange's value.
    struct Place: Hashable, Sendable {
        var answer: ReadAnswer?
        /// What ``PortalSignals`` finds.
        var signs: Verdict?

        static func == (lhs: Self, rhs: Self) -> Bool { true }
        func hash(into hasher: inout Hasher) {}
    }
}

extension ProbeExchange {
    /// The page in the response, read without executing anything; `nil` if there is no response.
    ///
    /// A pipeline reads it once for all validators.
    public var page: Page? { place.answer?.page ?? response.map { Page($0.body) } }

    /// The body as a JSON object or list (RFC 8259); `nil` if it is anything else.
    ///
    /// At most 64 KiB and 16 levels are read, with any media type. If a name is repeated, the last member counts. A
    /// pipeline reads it once for all validators.
    public var json: Fact? { place.answer.map(\.json) ?? response.flatMap { Fact(json: $0.body) } }

    /// The body as any JSON value, read strictly; `nil` if there is no response.
    var jsonBody: JSONBody? { place.answer?.jsonBody ?? response.map { JSONBody($0) } }

    /// The links of the header (RFC 8288, section 3), in order.
    public var links: [Link] { response.map { Link.links(of: $0.headers) } ?? [] }

    /// The response as the answer of a captive portal API (RFC 8908); `nil` if it is not one.
    public var captivePortalAPI: CaptivePortalAPI? { CaptivePortalAPI(json?.record) }

    /// The WISPr message in the body, if there is one.
    var wispr: WISPrReader? { place.answer.map(\.wispr) ?? response.flatMap { WISPrReader($0.body) } }

    /// The exchange with its answer parsed, so that no validator has to parse it again.
    var read: ProbeExchange {
        guard place.answer == nil, let response else { return self }
        var copy = self
        copy.place.answer = ReadAnswer(response)
        return copy
    }

    /// The exchange without what was read from its answer, which is many times the size of the answer.
    var unread: ProbeExchange {
        var copy = self
        copy.place = ReadAnswer.Place()
        return copy
    }

    /// Parses the answer and searches it for the signs of a portal, as witnesses and the judge need it.
    package mutating func readForTestimony() {
        if place.answer == nil, let response { place.answer = ReadAnswer(response) }
        place.signs = PortalSignals.chain.validate(self)
    }
}

extension JSONBody {
    /// The object or the list; `nil` if the body is anything else.
    fileprivate var fact: Fact? {
        guard case .value(let json) = self else { return nil }
        switch json.value {
        case .object, .array: return Fact(json)
        case .null, .bool, .integer, .number, .string: return nil
        }
    }
}

extension Fact {
    /// The maximum size of JSON that is read, in bytes; answers to probes have a few hundred.
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

    fileprivate init(_ json: JSON) {
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
