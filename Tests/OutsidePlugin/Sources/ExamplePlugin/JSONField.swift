public import ConnectivityCore
public import ConnectivityRegistry

/// Expects a member of a JSON body to have a value.
public struct JSONField: ResponseValidator, Configurable, Hashable {
    public static var pluginID: PluginID { "validator.example.json-field" }
    public static var summary: String { "expects a value of a field of a JSON body" }

    /// The pointer to the member (RFC 6901), such as `/service/state`.
    public var at: String
    /// The expected value.
    public var `is`: Fact

    public var role: Verdict.Role { .expectation }

    /// Creates a validator.
    /// - Parameters:
    ///   - pointer: The pointer to the member (RFC 6901), such as `/service/state`.
    ///   - value: The expected value.
    public init(at pointer: String, is value: Fact) {
        at = pointer
        self.is = value
    }

    private enum CodingKeys: CodingKey {
        case at, `is`
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success(.http) = exchange.outcome else { return .inconclusive }
        guard let json = exchange.json else {
            return Verdict(.substituted, because: Reason("com.example.json.no-json"))
        }
        guard let actual = Self.member(of: json, at: at) else {
            return Verdict(.substituted, because: Reason("com.example.json.field-missing", ["pointer": .text(at)]))
        }
        guard actual == self.is else {
            let facts: Facts = ["pointer": .text(at), "actual": actual, "expected": self.is]
            return Verdict(.substituted, because: Reason("com.example.json.field-differs", facts))
        }
        return Verdict(
            .genuine,
            because: Reason("com.example.json.field-matches", ["pointer": .text(at), "actual": actual])
        )
    }

    private static func member(of json: Fact, at pointer: String) -> Fact? {
        var fact = json
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = String(part.replacing("~1", with: "/").replacing("~0", with: "~"))
            if let members = fact.record, let next = members[name] {
                fact = next
            } else if let elements = fact.list, let index = Int(name), elements.indices.contains(index) {
                fact = elements[index]
            } else {
                return nil
            }
        }
        return fact
    }

    /// The sentences for the reasons of this validator.
    static let sentences = [
        "com.example.json.no-json": "the body is not JSON",
        "com.example.json.field-missing": #"the body has nothing at {"pointer"}"#,
        "com.example.json.field-differs": #"{"pointer"} is {actual} instead of {expected}"#,
        "com.example.json.field-matches": #"{"pointer"} is {actual}"#,
    ]
}
