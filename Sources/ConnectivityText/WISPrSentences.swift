extension Sentences {
    /// Templates for how sign-ins by WISPr end.
    static let wisprSignIns = [
        "sign-in-wispr-accepted": "the gateway says that the login succeeded[: {\"message\"}]",
        "sign-in-wispr-refused": "{meaning}[: the gateway says {\"message\"}]",
        "sign-in-wispr-failed": "the gateway could not decide[: {meaning}][: it says {\"message\"}]",
        "sign-in-wispr-unexpected":
            "the gateway sent a WISPr message that does not fit here[, of type {type}][: {meaning}]",
        "sign-in-wispr-no-message": "the answer has no WISPr message (status {status})",
        "sign-in-wispr-absent": "the portal sends no WISPr message",
        "sign-in-wispr-no-login-url": "the WISPr message has no login URL that can be used",
        "sign-in-wispr-no-results-url": "the login is pending, and the gateway gave no URL for its result",
        "sign-in-wispr-pending": "the login was still pending after {polls} requests for its result",
        "sign-in-wispr-repeats": "the gateway asked for another login {limit} times",
        "sign-in-wispr-hop-limit": "the gateway led on to another URL more than {limit} times",
        "sign-in-wispr-eap": "the gateway wants EAP, which is not supported",
        "sign-in-wispr-secret-in-url": "the gateway repeats a secret in a URL, which is not asked",
        "sign-in-wispr-no-renewal": "WISPr cannot extend a session; the gateway asks again when it has ended",
        "sign-in-wispr-no-log-off-url": "the gateway gave no URL that ends the session",
        "sign-in-wispr-logged-off": "the gateway ended the session",
    ]
}
