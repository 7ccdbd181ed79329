public import ConnectivityCore
public import ConnectivityRegistry

/// Expects a STUN server to see one of the given addresses, or any, and the same in both forms of its answer.
///
/// The verdict on answers of other kinds is inconclusive.
public struct MappedAddress: ResponseValidator, Configurable, Hashable {
    public static var pluginID: PluginID { "validator.example.mapped-address" }

    /// The addresses that the server may see; empty if any address is accepted.
    public var expected: [IPAddress]

    public var role: Verdict.Role { .expectation }

    /// Creates a validator.
    /// - Parameter expected: The addresses that the server may see; empty if any address is accepted.
    public init(_ expected: [IPAddress] = []) { self.expected = expected }

    private enum CodingKeys: CodingKey {
        case expected
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        expected = try container.decodeIfPresent([IPAddress].self, forKey: .expected) ?? []
    }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let answer: STUNAnswer = exchange.answer() else { return .inconclusive }
        guard let mapped = answer.mapped else {
            return Verdict(.failed, because: Reason("com.example.stun.refused", ["error": Fact(answer.errorCode)]))
        }
        let seen: Fact = .text("\(mapped.address)")
        // Only a device on the path has a reason to change one form and not the other.
        if let plain = answer.plain, plain != mapped {
            let facts: Facts = ["seen": seen, "rewritten": .text("\(plain.address)")]
            return Verdict(.substituted, because: Reason("com.example.stun.rewritten", facts))
        }
        guard expected.isEmpty || expected.contains(mapped.address) else {
            let wanted = expected.map { Fact.text("\($0)") }
            let facts: Facts = ["seen": seen, "expected": .list(wanted)]
            return Verdict(.substituted, because: Reason("com.example.stun.other-address", facts))
        }
        return Verdict(.genuine, because: Reason("com.example.stun.mapped", ["seen": seen]))
    }

    /// The sentences for the reasons of this validator.
    static let sentences = [
        "com.example.stun.mapped": "the Internet sees {seen}",
        "com.example.stun.other-address": "the Internet sees {seen} instead of {expected}",
        "com.example.stun.rewritten": "a device on the way wrote {rewritten} in place of {seen}",
        "com.example.stun.refused": "the server refused with error {error}",
    ]
}
