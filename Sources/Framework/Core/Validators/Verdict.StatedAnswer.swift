extension Verdict {
    /// The properties of every answer that a validator finds genuine.
    ///
    /// A configuration is refused if no answer can meet its expectations together:
    ///
    /// ```swift
    /// struct SmallBody: DeclaringValidator {
    ///     var stated: Verdict.StatedAnswer? { Verdict.StatedAnswer(ofBodyBy: self) }
    ///
    ///     func validate(_ exchange: ProbeExchange) -> Verdict { BodySize(max: 100).validate(exchange) }
    /// }
    /// ```
    public struct StatedAnswer: Sendable {
        /// The status codes that such an answer can have; `nil` for any.
        private var statuses: Set<Int>?
        /// The only body that such an answer can have, apart from surrounding white space; `nil` if there are others.
        private var body: String?
        /// Whether such an answer can have a body; by default any.
        private var permits: @Sendable (_ body: String) -> Bool = { _ in true }

        /// Creates a statement.
        public init(statuses: Set<Int>) { self.statuses = statuses }

        /// Creates the statement of a validator whose verdict depends only on the bytes of the body.
        /// - Parameters:
        ///   - validator: The validator; it is tested with answers that have only a status and a body.
        ///   - body: The only body that it finds genuine; `nil` if there are others.
        public init(ofBodyBy validator: some ResponseValidator, only body: String? = nil) {
            self.body = body
            permits = { body in
                let response = ProbeResponse(status: 200, headers: [:], body: Array(body.utf8))
                let exchange = ProbeExchange(
                    request: ProbeRequest("http://unknown.invalid/"),
                    outcome: .success(response)
                )
                return validator.validate(exchange).finding == .genuine
            }
        }

        /// Creates the combined statement of all parts; `nil` if none makes one.
        init?(all parts: [any ResponseValidator]) {
            let all = parts.compactMap(\.stated)
            if all.isEmpty { return nil }
            statuses = all.compactMap(\.statuses).reduce(nil) { common, next in common?.intersection(next) ?? next }
            body = all.lazy.compactMap(\.body).first
            permits = { body in all.allSatisfy { $0.permits(body) } }
        }

        /// The reason why there is no such answer; `nil` if none is found.
        package var contradiction: String? {
            if statuses?.isEmpty == true { return "no status code meets all of them" }
            // RFC 9110, section 6.4.1.
            if let statuses, statuses.allSatisfy({ $0 < 200 || $0 == 204 || $0 == 304 }), !permits("") {
                return "an answer with such a status has no body"
            }
            if let body, !permits(body) { return "a body that equals the one text does not meet the others" }
            return nil
        }
    }
}
