package import ConnectivityCore
package import ConnectivityWire

extension SignInRecipe {
    /// A request; exactly one of `get`, `follow`, `submit` and `send` is stated.
    package struct Step: FieldCodable, Hashable {
        /// A place: `portal`, `log-off`, a path, or a URL.
        package var get: String?
        package var follow: Follow?
        package var submit: Submit?
        package var send: Send?
        /// Whether the answer is the page with the terms.
        package var terms = false
        /// The values read from the answer, by name.
        package var read: [String: Source] = [:]
        package var expect: Condition?
        package var refused: [Condition] = []

        package init() {}

        package static let fields = FieldTable(
            Step(),
            [
                .optional("get", \.get),
                .optional("follow", \.follow),
                .optional("submit", \.submit),
                .optional("send", \.send),
                .filled("terms", \.terms, false),
                .filled("read", \.read, [:]),
                .optional("expect", \.expect),
                .filled("refused", \.refused, []),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeStep") }
    }

    /// The target in the previous page; exactly one member is stated.
    package struct Follow: FieldCodable, Hashable {
        /// The maximum number of redirects, one after the other.
        static let redirectCountMax = 5

        package var redirects: Int?
        package var link: String?
        package var refresh = false

        package init() {}

        package static let fields = FieldTable(
            Follow(),
            [
                .optional("redirects", \.redirects),
                .optional("link", \.link),
                .filled("refresh", \.refresh, false),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeFollow") }
    }

    package struct Submit: FieldCodable, Hashable {
        package var form: Form?
        package var inputs: [String: Input] = [:]
        /// The name, value or label of the button.
        package var button: String?

        package init() {}

        package static let fields = FieldTable(
            Submit(),
            [
                .optional("form", \.form),
                .filled("fields", \.inputs, [:]),
                .optional("button", \.button),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeSubmit") }
    }

    /// Selects a form; exactly one form must meet all stated conditions.
    package struct Form: FieldCodable, Hashable {
        package var id: String?
        package var name: String?
        package var action: String?
        package var fieldNames: [String] = []

        package init() {}

        package static let fields = FieldTable(
            Form(),
            [
                .optional("id", \.id),
                .optional("name", \.name),
                .optional("action", \.action),
                .filled("fields", \.fieldNames, []),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeForm") }
    }

    package struct Send: FieldCodable, Hashable {
        package var to = Place.text("")
        package var method = Method.post
        package var values: [String: Value] = [:]
        /// A JSON body, in which an object with the only member `secret`, `read` or `chap` stands for a value.
        package var json: Fact?

        package enum Method: String, Codable, CaseIterable, SchemaProviding, Sendable {
            case get, post
        }

        package init() {}

        package static let fields = FieldTable(
            Send(),
            [
                .required("to", \.to),
                .filled("method", \.method, .post),
                .filled("fields", \.values, [:]),
                .optional("json", \.json),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeSend") }
    }

    /// Where something is sent: a path or a URL, or the segments of a path, which may be values.
    package enum Place: Codable, Hashable, SchemaProviding {
        case text(String)
        case segments([Value])

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .segments(try container.decode([Value].self))
            }
        }

        package func encode(to encoder: any Encoder) throws {
            switch self {
            case .text(let text): try text.encode(to: encoder)
            case .segments(let segments): try segments.encode(to: encoder)
            }
        }

        package static var schema: Schema { .either([.text(), [Value].schema]) }

        package var segments: [Value] { if case .segments(let segments) = self { segments } else { [] } }
        package var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    /// The place of a value in an answer; exactly one of `json`, `query`, and `after` with `before` is stated.
    package struct Source: FieldCodable, Hashable {
        package var json: String?
        package var query: String?
        package var after: String?
        package var before: String?
        package var encoding = Encoding.text

        package enum Encoding: String, Codable, CaseIterable, SchemaProviding, Sendable {
            /// Unchanged bytes.
            case text
            case hex
            /// A JavaScript string (ECMA-262, section 12.9.4, with the octal escapes of annex B), one byte per unit.
            case javascript
        }

        package init() {}

        package static let fields = FieldTable(
            Source(),
            [
                .optional("json", \.json),
                .optional("query", \.query),
                .optional("after", \.after),
                .optional("before", \.before),
                .filled("as", \.encoding, .text),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeSource") }
    }
}
