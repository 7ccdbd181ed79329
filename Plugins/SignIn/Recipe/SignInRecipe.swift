package import ConnectivityCore
package import ConnectivityWire

/// How to sign in at one portal, as data: what it matches, and the requests in order, with what must hold after each.
///
/// Secrets are named and never held. A recipe has no code, no loop and no regular expression.
package struct SignInRecipe: FieldCodable, Hashable {
    /// The largest size of the text in bytes.
    package static let byteCountMax = 64 * 1024
    static let stepCountMax = 16

    package var name = ""
    package var match: Match?
    /// The only hosts that are asked, with a port if that is not the usual one; empty for the host of the sign-in page alone.
    package var hosts: [String] = []
    /// Whether what is submitted may go without TLS.
    package var plainHTTP = false
    /// Whether the recipe accepts terms in place of a person.
    package var accepts = false
    /// The digest of the text of the page with the terms.
    package var termsDigest: String?
    /// The `User-Agent` field, for portals that have other pages for other browsers.
    package var userAgent: String?
    package var steps: [Step] = []
    /// What shows that the portal refuses; any of them is enough.
    package var refused: [Condition] = []
    package var session: Session?
    /// The name of the value that was read as the URL that ends the session.
    package var logOffURL: String?
    /// The steps that end the session.
    package var logOff: [Step]?

    package init() {}

    package static let fields = FieldTable(
        SignInRecipe(),
        [
            .ignored("$schema", about: "The JSON Schema of this file, for editors; it is not read."),
            .ignored("comment", about: "A text for people; it is not read."),
            .required("name", \.name, about: "The name of the portal for people."),
            .optional("match", \.match, about: "What must hold of the portal; otherwise nothing is sent."),
            .filled(
                "hosts",
                \.hosts,
                [],
                about:
                    "The only hosts that are asked, such as login.hotel.example or 192.0.2.1:3990; needed with secrets."
            ),
            .filled(
                "plainHTTP",
                \.plainHTTP,
                false,
                about: "Whether what is submitted may go without TLS, where everybody on the network can read it."
            ),
            .filled(
                "accepts",
                \.accepts,
                false,
                about: "Whether terms are accepted; then the configuration must say which."
            ),
            .optional(
                "termsDigest",
                \.termsDigest,
                about: "The SHA-256 digest of the text of the page with the terms; another text is not accepted."
            ),
            .optional(
                "userAgent",
                \.userAgent,
                about: "The User-Agent field, for portals that have other pages for other browsers."
            ),
            .required("steps", \.steps, about: "The requests in order."),
            .filled(
                "refused",
                \.refused,
                [],
                about: "What shows after any step that the portal refuses; one is enough."
            ),
            .optional("session", \.session, about: "How long the session lasts."),
            .optional("logOffURL", \.logOffURL, about: "The name of the value that is the URL that ends the session."),
            .optional("logOff", \.logOff, about: "The requests that end the session, in order."),
        ]
    )
}

extension SignInRecipe {
    /// What must hold of a portal.
    package struct Match: FieldCodable, Hashable {
        /// The hosts of the sign-in URL, with an optional `*.` at the beginning.
        package var hosts: [String] = []
        package var path: String?
        package var vendor: String?
        /// Texts of the first page, compared without case.
        package var words: [String] = []

        package init() {}

        package static let fields = FieldTable(
            Match(),
            [
                .filled(
                    "hosts",
                    \.hosts,
                    [],
                    about: "The hosts of the sign-in page, of which it has one; *. stands for all below."
                ),
                .optional("path", \.path, about: "The beginning of the path of the sign-in page."),
                .optional("vendor", \.vendor, about: "The vendor of the gateway, as an assessment names it."),
                .filled("words", \.words, [], about: "Texts that the first page shows, in either case."),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeMatch") }
    }

    /// How long a session lasts; one of the two is stated.
    package struct Session: FieldCodable, Hashable {
        package var seconds: Int?
        /// The name of the value that was read as a whole number.
        package var read: String?
        package var unit = Unit.seconds

        /// The unit of a number that was read.
        package enum Unit: String, Codable, CaseIterable, SchemaProviding, Sendable {
            case seconds, minutes, hours

            var seconds: Int64 { self == .seconds ? 1 : self == .minutes ? 60 : 3600 }
        }

        package static let fields = FieldTable(
            Session(),
            [
                .optional("seconds", \.seconds, about: "The length in seconds."),
                .optional("read", \.read, about: "The name of a value that was read and is a whole number."),
                .filled("unit", \.unit, .seconds, about: "The unit of the number that was read."),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeSession") }
    }

    /// What holds of an answer; all that is stated must.
    package struct Condition: FieldCodable, Hashable {
        package var status: [Int]?
        package var contains: String?
        package var lacks: String?
        /// The values of a JSON body by their pointers.
        package var json: [String: Fact]?
        package var redirect: Redirect?

        package init() {}

        package static let fields = FieldTable(
            Condition(),
            [
                .optional("status", \.status, about: "The status codes, of which the answer has one."),
                .optional("contains", \.contains, about: "A text that the body contains."),
                .optional("lacks", \.lacks, about: "A text that the body does not contain."),
                .optional("json", \.json, about: "Values of a JSON body by their pointers, such as /status."),
                .optional("redirect", \.redirect, about: "Where the answer redirects to."),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeCondition") }
    }

    /// Where an answer redirects to; all that is stated must hold.
    package struct Redirect: FieldCodable, Hashable {
        package var host: String?
        package var path: String?
        package var query: [String: String] = [:]

        package init() {}

        package static let fields = FieldTable(
            Redirect(),
            [
                .optional("host", \.host, about: "The host."),
                .optional("path", \.path, about: "The beginning of the path."),
                .filled("query", \.query, [:], about: "Parameters of the query with their values."),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeRedirect") }
    }
}
