package import ConnectivityCore

/// A question to a name server over HTTPS (RFC 8484).
///
/// Its facts in configurations and recordings are `url` and `name`, and optionally `type` and `random` as in ``DNSQuestion``, and
/// `method` (`POST`, which is the default, or `GET`):
///
/// ```json
/// { "question": { "kind": "doh", "facts": { "url": "https://dns.example.net/dns-query", "name": "www.example.net" } },
///   "owner": "Example", "expect": "validator.dns-records" }
/// ```
///
/// The server is authenticated like that of any https URL. The answer has the facts of a ``DNSAnswer``.
package struct DoHQuestion: TypedQuestion, Hashable {
    package static let kind: Question.Kind = "doh"

    /// The records to ask for; its ``DNSQuestion/server`` is `nil`.
    package let records: DNSQuestion
    /// The URL of the server, with the scheme https and without a query, such as `https://dns.example/dns-query`.
    package let url: HTTPURL
    /// The place of the message: the body of POST, or the parameter `dns` of GET.
    package let method: HTTPQuestion.Method

    /// Creates a question; `nil` if the scheme is not https, if the URL has a query, or if the method is HEAD.
    ///
    /// The server of `records` is not used.
    package init?(to url: HTTPURL, asking records: DNSQuestion, method: HTTPQuestion.Method = .post) {
        guard url.scheme == .https, url.query == nil, method != .head else { return nil }
        self.records = records.withoutServer
        (self.url, self.method) = (url, method)
    }

    package init?(facts: Facts) {
        guard let url = facts["url"]?.text.flatMap({ try? HTTPURL($0) }),
            let method = (facts["method"] ?? "POST").text.flatMap(HTTPQuestion.Method.init(rawValue:)),
            let records = DNSQuestion(facts: facts, besides: ["url", "method"])
        else { return nil }
        self.init(to: url, asking: records, method: method)
    }

    package var facts: Facts {
        var facts = records.facts
        facts["url"] = .text("\(url)")
        if method != .post { facts["method"] = .text(method.rawValue) }
        return facts
    }
}
