#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import Testing
import TestSupport

@testable import ConnectivityPluginHost

/// The options that the schema of a plugin permits.
@Suite struct OptionSchemaTests {
    private static func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8), of: "test") }

    @Test(arguments: [
        ("integer", "1", nil), ("integer", "3", nil), ("integer", "3.0", nil), ("integer", "0", "must be at least 1"),
        ("integer", "4", "must be at most 3"), ("integer", "-9223372036854775808", "must be at least 1"),
        ("integer", "2.5", "expected integer; found a number"), ("number", "2.5", nil),
        ("number", "0.99", "must be at least 1"), ("number", "3.01", "must be at most 3"),
    ])
    func `A number is accepted from the minimum through the maximum of its schema`(
        type: String,
        value: String,
        fault: String?
    ) throws {
        let text = #"{"type": "object", "properties": {"n": {"type": "\#(type)", "minimum": 1, "maximum": 3}}}"#
        let schema: OptionSchema = try Self.json(text).plugin(of: "hello")
        let options = try Self.json(#"{"n": \#(value)}"#)
        guard let fault else { return try schema.check(options, of: "example.n") }
        let error = #expect(throws: PluginError.self) { try schema.check(options, of: "example.n") }
        expect(error?.description.contains("at n: \(fault)"), true, "\(String(describing: error))")
    }

    @Test func `Of a list of choices, no other value is accepted, and the nearest one is named`() throws {
        let schema: OptionSchema = try Self.json(
            #"{"type": "object", "properties": {"mode": {"type": "string", "enum": ["quick", "whole"]}}}"#
        ).plugin(of: "hello")
        try schema.check(Self.json(#"{"mode": "whole"}"#), of: "example.n")
        let error = #expect(throws: PluginError.self) {
            try schema.check(Self.json(#"{"mode": "whol"}"#), of: "example.n")
        }
        let text = error?.description ?? ""
        #expect(text.contains("at mode: must be one of quick|whole; did you mean whole?"), "\(text)")
    }
}
#endif
