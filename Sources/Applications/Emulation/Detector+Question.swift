package import ConnectivityCore
import ConnectivityNames

extension Detector {
    /// A question of a detector.
    package struct Question: Hashable, Sendable {
        /// The request, without interface and with the default limits; the sender sets both.
        package let request: ProbeRequest
        /// The subject as short text: the URL of an HTTP request, or a text such as `dns A www.example.com`.
        package let subject: String
        /// The outcome without an intermediary; `nil` for targets of redirects and for captive portal APIs, whose URLs are not
        /// known in advance.
        package let genuine: Result<Answer, ProbeFailure>?

        /// The URL of an HTTP request; `nil` for a question of another kind.
        package var url: HTTPURL? { request.url }

        init(request: ProbeRequest, subject: String? = nil, genuine: Result<Answer, ProbeFailure>?) {
            self.request = request
            self.subject = subject ?? request.question.subject
            self.genuine = genuine
        }

        /// Creates a question over HTTP that the client itself asks.
        ///
        /// `genuine` is the genuine response of the endpoint. Without `family`, the system chooses the address family.
        package init(
            _ url: HTTPURL,
            headers: HeaderFields = [:],
            family: IPAddress.Family? = nil,
            genuine: ProbeResponse
        ) {
            let request = ProbeRequest(url, headers: headers, family: family)
            let over = family.map { $0 == .ipv4 ? " over IPv4" : " over IPv6" } ?? ""
            self.init(request: request, subject: "\(url)\(over)", genuine: .success(genuine.answer))
        }

        /// Creates a question of any kind that the client itself asks.
        package init(
            _ question: ConnectivityCore.Question,
            subject: String,
            genuine: Result<Answer, ProbeFailure>
        ) {
            self.init(request: ProbeRequest(question), subject: subject, genuine: genuine)
        }
    }

    /// The facts about a link that the device knows without questions.
    package struct Link: Hashable, Sendable {
        /// The addresses of the device; `nil` if they are unknown, which counts as one private IPv4 address.
        package var addresses: [IPAddress]?
        /// The captive portal API that the network announces by DHCP or router advertisements (RFC 8910); `nil` without one.
        package var portalAPI: HTTPURL?

        /// Creates a link.
        package init(addresses: [IPAddress]? = nil, portalAPI: HTTPURL? = nil) {
            self.addresses = addresses
            self.portalAPI = portalAPI
        }

        /// Creates a link from the interface of the clients; `nil` means that no interface is usable.
        package init(_ interface: NetworkInterface?) {
            addresses = interface?.addresses.filter(\.isAssigned).map(\.address) ?? []
            if case .api(let url)? = interface?.captivePortal { portalAPI = url }
        }
    }
}

// MARK: Making questions

extension Detector.Question {
    /// Returns a question whose genuine answer is status 204 without a body.
    static func noContent(_ url: HTTPURL, _ headers: HeaderFields = [:]) -> Self {
        Self(url, headers: headers, genuine: ProbeResponse(status: 204))
    }

    /// Returns a question whose genuine answer is a page.
    static func page(
        _ url: HTTPURL,
        _ body: String,
        _ headers: HeaderFields = [:],
        family: IPAddress.Family? = nil,
        answering fields: HeaderFields = [:]
    ) -> Self {
        let genuine = ProbeResponse(status: 200, headers: fields, body: Array(body.utf8))
        return Self(url, headers: headers, family: family, genuine: genuine)
    }

    /// Returns a question for one record of a name to the network's own servers.
    static func lookup(_ name: DNSName, _ type: DNSRecordType = .a, genuine data: String) -> Self {
        let answer = DNSAnswer(name, flags: [], records: [.init(name, type, ttl: 60, data: data)])
        return Self(
            Question(DNSQuestion(name, type)),
            subject: "dns \(type) \(name)",
            genuine: .success(Answer(answer))
        )
    }

    /// Returns a question to a captive portal API (RFC 8908, section 4).
    static func portalAPI(_ url: HTTPURL) -> Self {
        Self(request: ProbeRequest(url, headers: ["Accept": "application/captive+json"]), genuine: nil)
    }
}

// MARK: Reading answers

extension ProbeExchange {
    /// The answer of a name server; `nil` without one.
    var names: DNSAnswer? { if case .success(let answer) = outcome { answer.decoded() } else { nil } }
}

extension Detector.Answers {
    /// Returns the answer of the announced captive portal API, after redirects if the client follows them; `nil` without an API.
    func toPortalAPI(following way: Detector.Redirection = .none) throws(Detector.Unanswered) -> ProbeExchange? {
        guard let url = link.portalAPI, url.scheme == .https else { return nil }
        let landing = try following([.portalAPI(url)], way)[0]
        guard landing.end != .unknown else { throw Detector.Unanswered(questions: []) }
        return landing.exchange
    }
}

extension Detector.Redirection {
    static let none = Self(statuses: [])
}
