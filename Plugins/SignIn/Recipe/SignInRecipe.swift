package import ConnectivityCore
package import ConnectivityWire

/// The sign-in at one portal, as data: its conditions, and the requests in order, each with its expected answer.
///
/// Secrets are named and never held. A recipe has no code, no loop and no regular expression.
package struct SignInRecipe: FieldCodable, Hashable {
    /// The maximum size of the text in bytes.
    package static let byteCountMax = 64 * 1024
    static let stepCountMax = 16

    package var name = ""
    package var match: Match?
    /// The only permitted hosts, with a port if it is not the usual one; empty for the host of the sign-in page alone.
    package var hosts: [String] = []
    /// Whether data may be submitted without TLS.
    package var plainHTTP = false
    /// Whether the recipe accepts terms in place of a person.
    package var accepts = false
    /// The digest of the text of the page with the terms.
    package var termsDigest: String?
    /// The `User-Agent` field, for portals that have other pages for other browsers.
    package var userAgent: String?
    package var steps: [Step] = []
    /// The conditions under which the portal refuses; any one is sufficient.
    package var refused: [Condition] = []
    package var session: Session?
    /// The name of the read value with the URL that ends the session.
    package var logOffURL: String?
    package var logOff: [Step]?

    package init() {}

    package static let fields = FieldTable(
        SignInRecipe(),
        [
            .ignored("$schema"),
            .ignored("comment"),
            .required("name", \.name),
            .optional("match", \.match),
            .filled("hosts", \.hosts, []),
            .filled("plainHTTP", \.plainHTTP, false),
            .filled("accepts", \.accepts, false),
            .optional("termsDigest", \.termsDigest),
            .optional("userAgent", \.userAgent),
            .required("steps", \.steps),
            .filled("refused", \.refused, []),
            .optional("session", \.session),
            .optional("logOffURL", \.logOffURL),
            .optional("logOff", \.logOff),
        ]
    )
}

extension SignInRecipe {
    package struct Match: FieldCodable, Hashable {
        /// The hosts of the sign-in URL, with an optional `*.` at the start.
        package var hosts: [String] = []
        package var path: String?
        package var vendor: String?
        /// Texts of the first page, compared without case.
        package var words: [String] = []

        package init() {}

        package static let fields = FieldTable(
            Match(),
            [
                .filled("hosts", \.hosts, []),
                .optional("path", \.path),
                .optional("vendor", \.vendor),
                .filled("words", \.words, []),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeMatch") }
    }

    /// The duration of a session; one of the two is stated.
    package struct Session: FieldCodable, Hashable {
        package var seconds: Int?
        /// The name of the read value with a whole number.
        package var read: String?
        package var unit = Unit.seconds

        package enum Unit: String, Codable, CaseIterable, SchemaProviding, Sendable {
            case seconds, minutes, hours

            var seconds: Int64 { self == .seconds ? 1 : self == .minutes ? 60 : 3600 }
        }

        package static let fields = FieldTable(
            Session(),
            [
                .optional("seconds", \.seconds),
                .optional("read", \.read),
                .filled("unit", \.unit, .seconds),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeSession") }
    }

    /// A condition for an answer; all stated members must hold.
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
                .optional("status", \.status),
                .optional("contains", \.contains),
                .optional("lacks", \.lacks),
                .optional("json", \.json),
                .optional("redirect", \.redirect),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeCondition") }
    }

    /// The target of a redirect; all stated members must hold.
    package struct Redirect: FieldCodable, Hashable {
        package var host: String?
        package var path: String?
        package var query: [String: String] = [:]

        package init() {}

        package static let fields = FieldTable(
            Redirect(),
            [
                .optional("host", \.host),
                .optional("path", \.path),
                .filled("query", \.query, [:]),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeRedirect") }
    }
}
