extension Sentences {
    /// The templates of every code in this package.
    package static let standardTemplates: [String: String] = answers.merging(names) { first, _ in first }
        .merging(failures) { first, _ in first }.merging(rounds) { first, _ in first }

    /// The codes of verdicts on one answer.
    package static let answerCodes = Set((answers.keys + Array(names.keys)).map(Self.code)).union(["no-answer"])
    /// The codes of rounds, paths and the machine.
    package static let roundCodes = Set(rounds.keys.map(Self.code))

    private static func code(_ key: String) -> String { String(key.prefix { $0 != "?" }) }

    /// Templates for verdicts on one answer.
    private static let answers = [
        "status-matches": "status {status} as expected",
        "body-equals": "body of {byteCount} bytes exactly as expected",
        "body-contains": #"body contains {"text"}"#,
        "body-matches": #"body matches {"pattern"}"#,
        "header-matches": #"header {name} is {"value"}"#,
        "status-differs": "status {actual} instead of {expected}",
        "body-altered?alteration=cut-short": "body is the expected one, cut short",
        "body-altered?alteration=extended": "body is the expected one with something added",
        "body-altered?alteration=rewritten": "body is the expected one, written differently",
        "body-altered?alteration=imitated": "body has the expected title, but is another page",
        "body-empty": "body has only {byteCount} bytes, and the endpoint serves more",
        "body-differs": "body of {actual} bytes is not the expected one of {expected} bytes",
        "body-lacks": #"body lacks {"text"}"#,
        "body-does-not-match": #"body does not match {"pattern"}"#,
        "header-missing": "header {name} is missing",
        "header-differs": #"header {name} is {"actual"} instead of {"expected"}"#,
        "block-page": #"the page is blocked: {"evidence"}"#,
        "parked-page": #"the name is parked: {"evidence"}"#,
        "proxy-authentication-required": "a proxy in the way requires authentication",
        "private-address": "the public name led to {address}, which is not a public address",
        "redirect": #"redirected ({status}) to {"location:120"}"#,
        "refresh": #"body leads on to {"location:120"}"#,
        "script-redirect": #"a script leads on[ to {"location:120"}]"#,
        "frame": #"body shows {"location:120"} in a frame"#,
        "network-authentication-required": "status 511: the network requires authentication",
        "sign-in-form": #"body holds a sign-in form[ for {"action"}]"#,
        "wispr": #"body holds a WISPr message of type {"messageType"}"#,
        "captive-api": "a captive portal API answers that a sign-in is needed",
        "not-captive": "the network's captive portal API answers that no sign-in is needed",
        "no-captive-api": "status {status}, and no answer of a captive portal API",
        "unexpected-page": #"a page[ titled {"title"}] answers, and the endpoint serves something else"#,
        "endpoint-trouble": "the endpoint itself answers {status}",
        "gateway-error": #"a gateway does not reach the endpoint: {"evidence"}"#,
        "own-redirect": #"the endpoint redirects to its own {"location:120"}"#,
        "not-needed": "cancelled: the other answers had decided",
        "silence": "no answer, as it should be",
        "intercepted": "something on the way answers[ {status}] for an address that nobody has",
        "all-of": "{parts}",
        "none-of": "{parts;}",
        "inverted": "unwanted: {parts}",
        "undecided": "undecided: {detail}",
        "stated": "{text}",
        "no-rule-applied": "no rule applied",
        "testimony-missing": "{witness} was not asked about this answer",
        "testimony-late": "{witness} did not answer in time",
        "expectation-missing": "[{endpoint} answers: ]a page over plain HTTP proves nothing; state what the endpoint "
            + "answers, such as a text within the body, or ask an https URL",
    ]

    /// Templates for the answers of name servers, and for failed name lookups.
    private static let names = [
        "records-found": "the name has records of the type {type} ({count})",
        "records-match": "records with {expected} as expected",
        "records-differ": "records with {actual} instead of {expected}",
        "name-absent": "{rcode}: no records of the type {type} at {name}",
        "name-blocked": #"the name server withholds the name: {purpose}[, {"text"}]"#,
        "name-invented": "something answers with {data} for {name}, which does not exist",
        "rcode-matches": "the name server answers {rcode} as expected",
        "rcode-differs": "the name server answers {actual} instead of {expected}",
        "name-lookup-failed": "the name lookup failed: {cause}",
        "name-lookup-failed?cause=bad-name": "the host is no name of the domain name system",
        "name-lookup-failed?cause=no-such-name": "the name does not exist" + server,
        "name-lookup-failed?cause=server-failure": "the name server could not find out" + server,
        "name-lookup-failed?cause=refused": "the name server refuses to answer" + server,
        "name-lookup-failed?cause=other-code": "the name server answers {rcode}" + server,
        "name-lookup-failed?cause=no-address": "the name has no address" + server,
        "name-lookup-failed?cause=no-answer": "no name server answers[ (asked: {asked})]",
        "name-lookup-failed?cause=server-closed": "no name server listens[ (asked: {asked})]",
        "name-lookup-failed?cause=server-unreachable": "no name server can be reached[ (asked: {asked})]",
        "name-lookup-failed?cause=malformed": "what came is no reply of a name server[ (asked: {asked})]",
        "name-lookup-failed?cause=no-server": "no name server is known",
    ]
    /// The optional end of a sentence with further information from a name server.
    private static let server = #"[, says {server}][: {extendedErrors.purpose}][, {"extendedErrors.text"}]"#

    /// Templates for probes without an answer.
    private static let failures = [
        "name-lookup": "the name lookup failed",
        "connection-refused": "the connection was refused",
        "unreachable": "the network or host is unreachable",
        "timed-out.name-lookup": "the name lookup took too long",
        "timed-out.connect": "the connection took too long",
        "timed-out.tls": "the TLS handshake took too long",
        "timed-out.response": "the response took too long",
        "timed-out.body": "the body took too long",
        "tls.expired": "TLS failed: the certificate is not valid at this time",
        "tls.unknown-authority": "TLS failed: the certificate's authority is unknown",
        "tls.wrong-host": "TLS failed: the certificate is for another host",
        "tls.protocol": "TLS failed: the peer does not speak an acceptable TLS",
        "tls.certificate": "TLS failed: the certificate was refused",
        "connection-reset": "the connection was reset",
        "empty-reply": "the connection was closed without a reply",
        "malformed": "the reply is not HTTP",
        "header-too-large": "the reply's header is too large",
        "truncated": "the reply was cut short",
        "interface-unavailable": "the interface cannot be used",
        "unsupported": "the prober cannot send such a request",
        "cancelled": "the probe was cancelled",
        "not-recorded": "nothing is recorded for this request",
    ].reduce(into: ["no-answer": "the probe failed: {failure}"]) { templates, failure in
        templates["no-answer?failure=\(failure.key)"] = failure.value
    }

    /// Templates for rounds, paths and the machine.
    private static let rounds = [
        "no-usable-interface": "no interface is up with carrier and an address",
        "interface-not-usable": "interface {interface} is not up with carrier and an address",
        "no-default-route": "no default route leads through {interface}",
        "path": "{interface} is {access}: {parts}",
        "path?family=ipv4": "{interface} over IPv4 is {access}: {parts}",
        "path?family=ipv6": "{interface} over IPv6 is {access}: {parts}",
        "not-yet-judged": "no check has ended since the network changed",
        "enough-genuine": "{count} of {total} endpoints genuine, {needed} needed",
        "too-few-genuine": "only {count} of {total} endpoints genuine, {needed} needed",
        "enough-owners": "{count} of {total} owners genuine, {needed} needed",
        "too-few-owners": "only {count} of {total} owners genuine, {needed} needed",
        "broken": "nothing over {part} is genuine: {endpoint}: {parts}",
        "broken?part=ipv4": "nothing over IPv4 is genuine: {endpoint}: {parts}",
        "broken?part=ipv6": "nothing over IPv6 is genuine: {endpoint}: {parts}",
        "contradicted": "the rest is contradicted by {endpoint}: {parts}",
        "held": "waiting for {needed} rounds in a row, so far {count} with {against} ({parts})",
        "portal": "{endpoint}: {parts}",
        "substituted": "{endpoint}: {parts}",
        "nothing-usable": "{endpoint}: {parts}",
        "no-endpoint": "there is no endpoint to ask",
        "no-verdict": "the policy has no verdict on a complete round",
    ]
}
