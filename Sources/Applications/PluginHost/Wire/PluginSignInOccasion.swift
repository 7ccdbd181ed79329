import ConnectivityCore
import ConnectivitySignIn
import ConnectivityWire

/// The occasion of a sign-in, in the message `sign-in`, with the names of secrets but no secret.
struct PluginSignInOccasion: FieldCodable {
    var purpose = SignInOccasion.Purpose.signIn
    var network = ""
    @Shared var portal = CaptivePortal.unknown
    var trigger: HTTPURL?
    @Shared var response: ProbeResponse? = nil
    var accepts: Terms?
    var last: Last?
    var secrets: [String] = []

    static let fields = FieldTable(
        PluginSignInOccasion(),
        [
            .required("purpose", \.purpose),
            .required("network", \.network),
            .required("portal", \.portal),
            .optional("trigger", \.trigger),
            .optional("response", \.response),
            .optional("accepts", \.accepts),
            .optional("last", \.last),
            .filled("secrets", \.secrets, []),
        ]
    )

    init() {}

    init(_ occasion: SignInOccasion, secrets: Set<String>) {
        (purpose, network, portal) = (occasion.purpose, occasion.network, occasion.portal)
        (trigger, response) = (occasion.trigger, occasion.answer)
        accepts = occasion.accepts.map { Terms(text: $0.text, digest: $0.digest) }
        last = occasion.last.map {
            Last(
                outcome: $0.claim,
                sessionLength: $0.sessionLength.map(Seconds.init),
                logOffURL: $0.logOffURL,
                termsDigest: $0.termsDigest
            )
        }
        self.secrets = secrets.sorted()
    }

    /// The terms that the user accepts in advance.
    struct Terms: FieldCodable {
        var text = ""
        var digest: String?

        static let fields = FieldTable(Self(), [.required("text", \.text), .optional("digest", \.digest)])
        static var schema: Schema { fields.schema("PluginTerms") }
    }

    /// The result of the last sign-in on the network.
    struct Last: FieldCodable {
        var outcome = SignInOutcome.Claim.unclear
        var sessionLength: Seconds?
        var logOffURL: HTTPURL?
        var termsDigest: String?

        static let fields = FieldTable(
            Self(),
            [
                .required("outcome", \.outcome), .optional("sessionLength", \.sessionLength),
                .optional("logOffURL", \.logOffURL), .optional("termsDigest", \.termsDigest),
            ]
        )
        static var schema: Schema { fields.schema("PluginLastSignIn") }
    }
}
