extension AllOf {
    /// Why no answer can meet all parts; `nil` if nothing is found that excludes it.
    ///
    /// Only what the parts state as data is compared: status codes, and whether there is a body and which.
    package var contradiction: String? {
        let parts = validators.flatMap { ($0 as? AllOf)?.validators ?? [$0] }
        let accepted = parts.compactMap { ($0 as? HasStatus).map { Set($0.expected) } }
        let statuses = accepted.dropFirst().reduce(accepted.first ?? []) { $0.intersection($1) }
        if !accepted.isEmpty, statuses.isEmpty { return "no status code meets all of them" }
        let ofBody = parts.filter { $0.isOfBody && $0.body(of: "").finding != .genuine }
        // RFC 9110, section 6.4.1.
        if !accepted.isEmpty, !ofBody.isEmpty, statuses.allSatisfy({ $0 < 200 || $0 == 204 || $0 == 304 }) {
            return "an answer with such a status has no body"
        }
        for part in parts {
            guard let body = part is BodyIsEmpty ? "" : (part as? BodyEquals)?.text else { continue }
            if parts.contains(where: { $0.isOfBody && $0.body(of: body).finding != .genuine }) {
                return "a body that equals the one text does not meet the others"
            }
        }
        return nil
    }
}

extension ResponseValidator {
    /// Whether the rule rests on the bytes of the body alone, so that it can be evaluated on a generated body.
    fileprivate var isOfBody: Bool {
        self is BodyContains || self is BodyEquals || self is BodyStartsWith || self is BodySize || self is BodyIsEmpty
    }

    fileprivate func body(of text: String) -> Verdict {
        let response = ProbeResponse(status: 200, headers: [:], body: Array(text.utf8))
        return validate(ProbeExchange(request: ProbeRequest("http://unknown.invalid/"), outcome: .success(response)))
    }
}
