public import ConnectivityCore

// The options of the validators of Core.

extension BodyContains: FieldCodable {
    package static let fields = FieldTable(Self("-"), [.required("text", \.text, .notEmpty)])
}

extension BodyEquals: FieldCodable {
    package static let fields = FieldTable(Self(""), [.required("text", \.text)])
}

extension BodyStartsWith: FieldCodable {
    package static let fields = FieldTable(
        Self("-"),
        [.required("text", \.text, Rule("must be more than white space") { !$0.trimmed.isEmpty })]
    )
}

extension BodySize: FieldCodable {
    package static let fields = FieldTable(
        Self(),
        [
            .optional("min", \.min, .notNegative),
            .optional("max", \.max, .notNegative)
                .checked("must not be less than min") { $0.min ?? 0 <= $0.max ?? .max },
        ],
        fault: { $0 == Self() ? "needs \"min\" or \"max\"" : nil }
    )
}

extension HeaderValue: FieldCodable {
    package static let fields = FieldTable(
        Self(of: "-"),
        [
            .required("name", \.field, nameRule),
            .optional("value", \.value),
            .optional("contains", \.part, .notEmpty)
                .checked("cannot be combined with value") { $0.part == nil || $0.value == nil },
        ]
    )

    private static let nameRule = Rule<String> { name in
        guard !name.isEmpty else { return "must not be empty" }
        return name.isToken ? nil : "must consist of letters, digits and hyphens, or another of !#$%&'*+.^_`|~"
    }
}

extension StatusCode: FieldCodable {
    package static let fields = FieldTable(
        Self(204),
        [.required("expected", \.ranges, Rule("must contain at least one status code") { !$0.isEmpty })]
    )
}

extension StatusRange: Codable, SchemaProviding {
    package init(from decoder: any Decoder) throws {
        let json = try JSON(from: decoder)
        guard let range = (json.string ?? json.whole(Int.self).map(String.init)).flatMap({ Self($0) }) else {
            throw decoder.fault(
                "must be a status code from 100 through 599, a class such as \"2xx\", or a range such as \"200-299\""
            )
        }
        self = range
    }

    package func encode(to encoder: any Encoder) throws { try fact.encode(to: encoder) }
    package static var schema: Schema { .either([.whole(100..<600), .text()]) }
}

extension ResponseTime: FieldCodable {
    package static let fields = FieldTable(
        Self(below: .seconds(1)),
        [.converted("below", \.limit, .time()), .filled("of", \.part, .total)]
    )
}

extension ResponseTime.Part: SchemaProviding {}

extension LandingURL: FieldCodable {
    package static let fields = FieldTable(Self("http://a.invalid/"), [.required("url", \.url)])
}

extension ChallengeAnswer: FieldCodable {
    package static let fields = FieldTable(
        usual,
        [
            .filled("field", \.field, usual.field), .filled("answer", \.answer, usual.answer),
            .filled("prefix", \.prefix, usual.prefix),
        ],
        usual: { usual }
    )

    private static let usual = Self()
}

extension RecordedTestimony: FieldCodable {
    package static let fields = FieldTable(
        Self(of: "", isExpectation: false),
        [.required("witness", \.witness), .required("expectation", \.expectation)]
    )
}
