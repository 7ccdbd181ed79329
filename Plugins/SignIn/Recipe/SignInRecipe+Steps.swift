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
        /// What is read from the answer, by name.
        package var read: [String: Source] = [:]
        package var expect: Condition?
        package var refused: [Condition] = []

        package init() {}

        package static let fields = FieldTable(
            Step(),
            [
                .optional(
                    "get",
                    \.get,
                    about: "Gets portal (the sign-in page), log-off (the URL that ends the session), a path, or a URL."
                ),
                .optional("follow", \.follow, about: "Gets what the page before leads to, on the same hosts."),
                .optional("submit", \.submit, about: "Fills in a form of the page before and submits it."),
                .optional("send", \.send, about: "Sends fields or JSON without a form."),
                .filled("terms", \.terms, false, about: "Whether the answer is the page with the terms."),
                .filled("read", \.read, [:], about: "Values that are read from the answer, by name."),
                .optional("expect", \.expect, about: "What must hold of the answer; otherwise the recipe ends."),
                .filled("refused", \.refused, [], about: "What shows that the portal refuses; one is enough."),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeStep") }
    }

    /// Where the page before leads to; exactly one is stated.
    package struct Follow: FieldCodable, Hashable {
        /// The largest number of redirects, one after the other.
        static let redirectCountMax = 5

        package var redirects: Int?
        package var link: String?
        package var refresh = false

        package init() {}

        package static let fields = FieldTable(
            Follow(),
            [
                .optional(
                    "redirects",
                    \.redirects,
                    about: "Follows redirects, at most this number of them: 1 to 5."
                ),
                .optional("link", \.link, about: "Follows the first link whose target contains the text."),
                .filled(
                    "refresh",
                    \.refresh,
                    false,
                    about: "Follows the refresh of the page, which a browser would do after a time."
                ),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeFollow") }
    }

    /// The form that is submitted and what is filled in.
    package struct Submit: FieldCodable, Hashable {
        package var form: Form?
        package var inputs: [String: Input] = [:]
        /// The name, value or label of the button.
        package var button: String?

        package init() {}

        package static let fields = FieldTable(
            Submit(),
            [
                .optional("form", \.form, about: "Which form; by default the only one that has all the fields."),
                .filled(
                    "fields",
                    \.inputs,
                    [:],
                    about: "What is filled in, by the name of the field; the others stay as they are."
                ),
                .optional(
                    "button",
                    \.button,
                    about: "The name, the value or the label of the button; by default the first."
                ),
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
                .optional("id", \.id, about: "The identifier."),
                .optional("name", \.name, about: "The name."),
                .optional("action", \.action, about: "A text that its target contains."),
                .filled("fields", \.fieldNames, [], about: "Names of fields that it has."),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeForm") }
    }

    /// A request without a form.
    package struct Send: FieldCodable, Hashable {
        /// A place: a path, or a URL.
        package var to = ""
        package var method = Method.post
        package var values: [String: Value] = [:]
        /// A JSON body, in which an object with the only member `secret`, `read` or `chap` stands for a value.
        package var json: Fact?

        /// How it is sent.
        package enum Method: String, Codable, CaseIterable, SchemaProviding, Sendable {
            case get, post
        }

        package init() {}

        package static let fields = FieldTable(
            Send(),
            [
                .required("to", \.to, about: "A path, or a URL."),
                .filled("method", \.method, .post, about: "How it is sent: post, or get with the fields as the query."),
                .filled("fields", \.values, [:], about: "The fields of a form, by name."),
                .optional(
                    "json",
                    \.json,
                    about: #"A JSON body for post. An object such as {"secret": "password"} in it stands for a value."#
                ),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeSend") }
    }

    /// Where a value is read from an answer; exactly one of `json`, `query`, and `after` with `before` is stated.
    package struct Source: FieldCodable, Hashable {
        package var json: String?
        package var query: String?
        package var after: String?
        package var before: String?
        package var encoding = Encoding.text

        /// How bytes are written.
        package enum Encoding: String, Codable, CaseIterable, SchemaProviding, Sendable {
            /// As they are.
            case text
            case hex
            /// As a string of JavaScript (ECMA-262, section 12.9.4, with the octal escapes of annex B), one byte per unit.
            case javascript
        }

        package static let fields = FieldTable(
            Source(),
            [
                .optional("json", \.json, about: "A pointer into a JSON body (RFC 6901), such as /token."),
                .optional("query", \.query, about: "A parameter of the redirect's URL, or of the URL that was asked."),
                .optional("after", \.after, about: "The text before the value in the body."),
                .optional("before", \.before, about: "The text behind the value."),
                .filled("as", \.encoding, .text, about: "How the value is written: text, hex or javascript."),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeSource") }
    }
}
