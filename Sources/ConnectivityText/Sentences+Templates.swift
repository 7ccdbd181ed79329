extension Sentences {
    /// The templates of every code in this package.
    package static let standardTemplates: [String: String] = answers.merging(names) { first, _ in first }
        .merging(rules) { first, _ in first }
        .merging(echoes) { first, _ in first }.merging(diagnoses) { first, _ in first }
        .merging(failures) { first, _ in first }.merging(rounds) { first, _ in first }
        .merging(services) { first, _ in first }.merging(qualities) { first, _ in first }
        .merging(signIns) { first, _ in first }.merging(recipes) { first, _ in first }
        .merging(wisprSignIns) { first, _ in first }

    /// The codes of verdicts on one answer.
    package static let answerCodes = Set([answers, rules, names, echoes].flatMap(\.keys).map(Self.code))
    /// The codes of rounds, paths and the device.
    package static let roundCodes = Set(rounds.keys.map(Self.code))

    private static func code(_ key: String) -> String { String(key.prefix { $0 != "?" }) }

    /// Templates for verdicts on one answer.
    private static let answers = [
        "status-matches": "the status is {status}",
        "body-equals": "the body is exactly as expected",
        "body-contains": #"the body contains {"text"}"#,
        "body-matches": #"the body matches {"pattern"}"#,
        "header-matches": #"the header {name} is {"value"}"#,
        "status-differs": "status {actual} instead of {expected}",
        "body-altered?alteration=cut-short": "the body is the expected one, but truncated",
        "body-altered?alteration=extended": "the body is the expected one with additional content",
        "body-altered?alteration=rewritten": "the text is as expected, but its markup, case or white space is not",
        "body-altered?alteration=imitated": "the page has the expected title, but different content",
        "body-empty": "the body has only {byteCount} bytes, but the endpoint serves a longer one",
        "body-differs": "the body of {actual} bytes differs from the expected one of {expected} bytes",
        "body-lacks": #"the body does not contain {"text"}"#,
        "body-does-not-match": #"the body does not match {"pattern"}"#,
        "header-missing": "the header {name} is missing",
        "header-differs": #"the header {name} is {"actual"} instead of {"expected"}"#,
        "block-page": #"a filter blocks the page: {"evidence"}"#,
        "parked-page": #"the page is that of a parked domain: {"evidence"}"#,
        "name-search": #"the name is not resolved but searched for: {"location:120"}"#,
        "proxy-authentication-required": "a proxy on the path requires authentication",
        "proxy-refuses": "the proxy refuses to connect to the host (status {status})",
        "private-address": "the public name resolved to {address}, which is not a public address",
        "redirect": #"redirected ({status}) to {"location:120"}"#,
        "redirect?place=sign-in": "redirected ({status}) to the sign-in page",
        "refresh": #"the page forwards to {"location:120"}"#,
        "refresh?place=sign-in": "the page forwards to the sign-in page",
        "script-redirect": #"a script in the page forwards the browser[ to {"location:120"}]"#,
        "script-redirect?place=sign-in": "a script in the page forwards the browser to the sign-in page",
        "frame": #"the page shows {"location:120"} in a frame"#,
        "frame?place=sign-in": "the page shows the sign-in page in a frame",
        "network-authentication-required": "status 511: the network requires authentication",
        "sign-in-form": #"the page contains a sign-in form[ for {"action"}]"#,
        "wispr": #"the page contains a hotspot login message (WISPr, type {messageType})"#,
        "captive-api": "the network's captive portal API reports that a sign-in is needed",
        "not-captive": "the network's captive portal API reports that no sign-in is needed",
        "no-captive-api": "status {status}, but not a valid answer of a captive portal API",
        "portal-page": #"the page has the words of a portal: {"evidence"}"#,
        "unexpected-page": #"the answer is a page[ titled {"title"}] that the endpoint does not serve"#,
        "endpoint-failure": "the endpoint itself reports an error (status {status})",
        "gateway-error": #"a gateway cannot reach the endpoint: {"evidence"}"#,
        "own-answer-differs": "the service itself answers, but not as expected: {parts}",
        "expected-but-signed":
            "the answer is as expected, but has what portals have as well ({parts}); use https, state the whole answer, or "
            + "state that it has this",
        "expected-of-any-page":
            "the answer is as expected, but any page over plain HTTP would be; state what it contains, or use https",
        "expected-of-any-answer":
            "the answer is as expected, but any gateway could give it; an answer without content has no text to state: use "
            + "https, or a field with a value that only your server knows",
        "unproven-kind":
            "as expected ({parts}), but it does not show who gave it: behind a portal such an answer (kind {kind}) comes as "
            + "well; use TLS that verifies the host, or an endpoint over HTTP in addition",
        "refused": "{parts;}",
        "own-redirect": #"the endpoint redirects to its own page {"location:120"}"#,
        "not-needed": "cancelled, because the other answers were sufficient",
        "silence": "no answer, as expected",
        "intercepted": "something on the path answers[ with status {status}] for an unassigned address",
        "all-of": "{parts}",
        "bears": "{parts}",
        "none-of": "{parts;}",
        "inverted": "unwanted: {parts}",
        "undecided": "undecided: {detail}",
        "stated": "{text}",
        "no-rule-applied": "no rule applied",
        "testimony-missing": "the witness {witness} was not asked about this answer",
        "testimony-late": "the witness {witness} did not answer in time",
        "testimony-overruled": "the witness {witness} found it genuine, but: {parts}",
        "plugin-failed": "the plugin {witness} gave no verdict: {detail}",
        "expectation-missing": "[{endpoint}: ]the answer proves nothing by itself; specify the expected answer, for "
            + "example a text that the page contains, or use TLS that verifies the host",
    ]

    /// Templates for the answers of name servers, and for failed name lookups.
    private static let names = [
        "records-found": "the name has records of type {type} ({count})",
        "records-match": "the records contain {expected}, as expected",
        "records-differ": "the records contain {actual} instead of {expected}",
        "name-absent": "{name} has no records of type {type} ({rcode})",
        "name-blocked": #"the DNS server blocks the name: {purpose}[, {category}][, {"text"}][, {"justification"}]"#
            + #"[, according to {"organization"}][; ask {contacts}]"#,
        "name-invented": "the answer for {name} is {data}, although the name does not exist",
        "rcode-matches": "the DNS server answered {rcode}, as expected",
        "rcode-differs": "the DNS server answered {actual} instead of {expected}",
        "name-lookup-failed": "the name lookup failed: {cause}",
        "name-lookup-failed?cause=bad-name": "the host is not a valid DNS name",
        "name-lookup-failed?cause=no-such-name": "the name does not exist" + server,
        "name-lookup-failed?cause=server-failure": "the DNS server failed to resolve the name" + server,
        "name-lookup-failed?cause=refused": "the DNS server refused to answer" + server,
        "name-lookup-failed?cause=other-code": "the DNS server answered {rcode}" + server,
        "name-lookup-failed?cause=no-address": "the name has no address" + server,
        "name-lookup-failed?cause=no-answer": "no DNS server answered[ (asked: {asked})]",
        "name-lookup-failed?cause=server-closed": "the DNS servers refuse connections[ (asked: {asked})]",
        "name-lookup-failed?cause=server-unreachable": "no DNS server can be reached[ (asked: {asked})]",
        "name-lookup-failed?cause=malformed": "the reply is not a valid DNS message[ (asked: {asked})]",
        "name-lookup-failed?cause=no-server": "no DNS server is configured",
    ]
    /// The optional end of a sentence with further information from a name server.
    private static let server = #"[, according to {server}][: {extendedErrors.purpose}][, {"extendedErrors.text"}]"#

    /// Templates for echoes and connections, and for reports of routers and of this device on requests without an answer.
    private static let echoes = [
        "echoes": "{received} of {sent} echoes came back, in {milliseconds} ms",
        "echoes-missing": "only {received} of {sent} echoes came back, in {milliseconds} ms",
        "connected": "the connection was opened[ with {version}]",
        "connection-differs": "the connection is not as expected ({part}: {actual})",
        "tls-matches": "the certificate is as expected ({part}: {actual})",
        "tls-differs": "the certificate is not as expected ({part}: {actual})",
        "tls-unknown": "it is not known what TLS showed",
        "landed": #"the answer comes from {"url:120"}, as expected"#,
        "landed-elsewhere": #"the answer comes from {"url:120"}[; a redirect was not followed: {refusal}]"#,
        "digest-matches": "the body has the expected digest",
        "digest-differs": "the body has the SHA-256 {actual}, not the expected one",
        "no-answer?cause=no-neighbour": "no host on the link has the address",
        "no-answer?cause=no-route": "no route leads there" + reporter,
        "no-answer?cause=prohibited": "a filter forbids it" + reporter,
        "no-answer?cause=closed": "nothing listens there" + reporter,
        "no-answer?cause=too-big": "the packet is too large for the path[ (at most {mtu} bytes)]" + reporter,
        "no-answer?cause=expired": "the packet did not arrive" + reporter,
    ]
    /// Templates for services.
    private static let services = [
        "service-local": "it answers on the local network, which needs no Internet",
        "service-proved": "it answers, and so do others over plain HTTP, genuinely",
        "service-answer": "their server answers, but not as expected: {parts}" + network,
        "service-refused": "their server refuses the connection" + network,
        "service-silent": "their server does not answer ({parts})" + network,
        "service-certificate": "their certificate is not valid: {parts}" + network,
        "service-name": "their name cannot be found: {parts}" + network,
        "service-network": "nothing else gets through either: the access is {access}",
        "service-family?family=ipv4": "nothing gets through over IPv4",
        "service-family?family=ipv6": "nothing gets through over IPv6",
        "service-port": "no service on port {port} can be reached from here",
        "service-filtered": "a filter on this side answers in its place: {parts}",
        "service-elsewhere": "this service is asked on another network only",
        "service-control-missing": "the network has not been assessed",
        "service-control-stale": "the network was assessed {seconds} s ago, which is too long",
        "service-unproven": "{parts}[; nothing shows whether port {port} is open from here]",
    ]
    private static let network = "[; your network is {network}]"

    /// Templates for evidence that only a diagnosis has.
    private static let diagnoses = [
        "answered": "it answers",
        "addresses": "addresses: {addresses,}",
        "access-point-announces": "the access point announces a network without access to the Internet",
        "access-point-announces?requiresFurtherStep=true": "the access point announces that a further step is required",
        "vpn-up": "the VPN is up[; below it is {below}]",
        "vpn-without-carrier": "the VPN has no carrier, and this device sends its packets there",
        "way": "its packets leave through {interface}[ to {gateway}]",
        "way?neighbour=failed": "its packets leave through {interface}[ to {gateway}], where no host answers",
        "way?isOwn=true": "the address is this device's own",
        "neighbour-answers": "it answers on the link",
        "no-translated-address": "it gives no IPv6 address for a name that has only IPv4 addresses",
        "forbidden-here": "this device itself forbids it",
        "certificate-issued": #"the certificate is issued by {"issuer"}"#,
        "round-trip": "half of the answers take {milliseconds} ms or more",
        "clock-differs": "the server's clock differs from this device's by {days} days",
    ]
    private static let reporter = "[, reported by {reportedBy}]"

    /// Templates for probes without an answer.
    private static let failures = [
        "name-lookup": "the name lookup failed",
        "connection-refused": "the connection was refused",
        "unreachable": "the network or host is unreachable",
        "timed-out.name-lookup": "the name lookup timed out",
        "timed-out.connect": "the connection attempt timed out",
        "timed-out.tls": "the TLS handshake timed out",
        "timed-out.response": "the response did not arrive in time",
        "timed-out.body": "the body did not arrive in time",
        "tls.expired": "TLS failed: the certificate is not valid at this time",
        "tls.unknown-authority": "TLS failed: the certificate is from an unknown authority",
        "tls.wrong-host": "TLS failed: the certificate is for another host",
        "tls.protocol": "TLS failed: the server does not support an acceptable TLS version",
        "tls.certificate": "TLS failed: the certificate was not accepted",
        "cut-off": "the round ended before the answer could come",
        "connection-reset": "the connection was reset",
        "empty-reply": "the connection was closed without a reply",
        "malformed": "the reply is malformed",
        "header-too-large": "the header of the reply is too large",
        "truncated": "the reply ended too early",
        "interface-unavailable": "the interface cannot be used",
        "unsupported": "the prober does not support this request",
        "shortage.descriptors": "this program may not open more files",
        "shortage.threads": "this program may not start more threads",
        "shortage.memory": "this program has no more memory",
        "cancelled": "the probe was cancelled",
        "not-recorded": "the recording has no answer to this request",
    ].reduce(
        into: [
            "no-answer": "the probe failed: {failure}",
            "no-answer?cause=plugin": "the plugin {plugin} gave no answer: {detail}",
        ]
    ) { templates, failure in
        templates["no-answer?failure=\(failure.key)"] = failure.value
    }

    /// Templates for rounds, paths and the device.
    private static let rounds = [
        "no-usable-interface": "no interface is up and connected with an address",
        "interface-not-usable": "{interface} does not exist, is not connected or has no address",
        "no-default-route": "{interface} has no default route",
        "path": "{interface} is {access}: {parts}",
        "path?family=ipv4": "{interface} over IPv4 is {access}: {parts}",
        "path?family=ipv6": "{interface} over IPv6 is {access}: {parts}",
        "ways": "directly it is {direct}, and through the proxy[ {proxy}] {proxied}: {parts}",
        "ways?state=both": "the Internet is reached directly and through the proxy[ {proxy}]: {parts}",
        "ways?state=proxy-only":
            "the Internet is reached through the proxy[ {proxy}], and not directly ({direct}): {parts}",
        "ways?state=proxy-silent": "the Internet is reached directly, but the proxy[ {proxy}] does not answer",
        "ways?state=proxy-closed":
            "the Internet is reached directly, but nothing listens where the proxy[ {proxy}] should",
        "ways?state=proxy-refuses": "the Internet is reached directly, but the proxy[ {proxy}] refuses: {parts}",
        "ways?state=proxy-credentials":
            "the Internet is reached directly, but the proxy[ {proxy}] requires a user name and a password",
        "ways?state=direct-only":
            "the Internet is reached directly, but through the proxy[ {proxy}] it is {proxied}: {parts}",
        "no-proxy": "it is not known which proxy the system uses",
        "no-proxy?cause=none": "the system uses no proxy for what is asked",
        "no-proxy?cause=unsupported": "the system uses a proxy for SOCKS, which is not asked",
        "no-proxy?cause=unread":
            "the network names a script for proxies[ ({\"script:120\"})], and nothing on this device runs it, so how "
            + "applications reach the Internet is not known",
        "not-checked": "the configuration says that the network {network} is not checked",
        "not-yet-judged": "still checking",
        "enough-genuine": "{count} of {total} endpoints answered correctly",
        "enough-genuine?count=total": "all {total} endpoints answered correctly",
        "enough-genuine?count=only": "the endpoint answered correctly",
        "too-few-genuine": "only {count} of {total} endpoints answered correctly, and {needed} must",
        "enough-owners": "{count} of {total} providers answered correctly",
        "enough-owners?count=total": "all {total} providers answered correctly",
        "enough-owners?count=only": "the provider answered correctly",
        "enough-owners-except": "{count} of {total} providers answered correctly; {endpoint} did not: {parts}",
        "enough-owners-except?count=total": "all {total} providers answered correctly, except at {endpoint}: {parts}",
        "enough-owners-except?count=only": "the provider answered correctly, except at {endpoint}: {parts}",
        "too-few-owners": "only {count} of {total} providers answered correctly, and {needed} must",
        "proved-owners": "{count} of {total} providers answered correctly",
        "proved-owners?count=total": "all {total} providers answered correctly",
        "proved-owners?count=only": "the provider answered correctly",
        "proved-owners-except": "{count} of {total} providers answered correctly; {endpoint} did not: {parts}",
        "proved-owners-except?count=total": "all {total} providers answered correctly, except at {endpoint}: {parts}",
        "proved-owners-except?count=only": "the provider answered correctly, except at {endpoint}: {parts}",
        "broken": "too few servers answer correctly over {part}; for example {endpoint}: {parts}",
        "broken?part=ipv4": "too few servers answer correctly over IPv4; for example {endpoint}: {parts}",
        "broken?part=ipv6": "too few servers answer correctly over IPv6; for example {endpoint}: {parts}",
        "contradicted": "{endpoint} did not answer correctly, although others did: {parts}",
        "held": "a change to {against} needs {needed} checks in a row, and {count} showed it so far ({parts})",
        "portal": "the network requires you to sign in",
        "substituted": "something on the network answers instead of the servers; for example {endpoint}: {parts}",
        "nothing-usable": "{endpoint}: {parts}",
        "quality-below": "the Internet works, but the line is {quality} and must be {needed}: {parts}",
        "cut-off": "the answers so far are correct, but {count} were still missing when the check had to end, "
            + "the first from {endpoint}",
        "no-endpoint": "no endpoint is configured",
        "only-https": "only URLs with https are asked (isHTTPSOnly), which leaves out {\"urls:200\"}",
        "no-verdict": "the policy returned no verdict on a complete round",
    ]
}
