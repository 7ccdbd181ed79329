import ConnectivityCore
import ConnectivitySignIn
import ConnectivityWire

/// An answer of a portal, in the message `portal-answer`.
struct PluginPortalAnswer: FieldCodable {
    var url: HTTPURL = "http://a.invalid/"
    var response = ProbeResponse(status: 200)
    var redirect: HTTPURL?
    var isVerified = false

    static let fields = FieldTable(
        PluginPortalAnswer(),
        [
            .required("url", \.url),
            .required("response", \.response),
            .optional("redirect", \.redirect),
            .required("verified", \.isVerified),
        ]
    )

    init() {}

    init(_ answer: PortalAnswer) {
        (url, response, redirect, isVerified) = (answer.url, answer.response, answer.redirect, answer.isVerified)
    }
}
