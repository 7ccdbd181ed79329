package import ConnectivityCore
import ConnectivityToolkit

/// The exchanges of a browser during a sign-in by a person, in the order of the requests.
///
/// They hold passwords, so they are never written.
package struct RecordedVisit: Hashable, Sendable {
    /// A request and its answer.
    package struct Step: Hashable, Sendable {
        /// The method: GET or POST.
        package var method: HTTPQuestion.Method
        /// The URL with its query.
        package var url: HTTPURL
        /// The media type of the request body, without parameters and in lower case; `nil` without a body.
        package var contentType: String?
        package var body: [UInt8]
        /// The answer; `nil` if it is missing or not complete.
        package var response: ProbeResponse?
    }

    package static let stepCountMax = 2000

    package var steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// Reads the HTTP exchanges of a recorded session; those of probes have no body.
    package init(_ session: SessionRecording) {
        steps = session.exchanges.compactMap { item in
            guard let http = item.exchange.request.http, http.method != .head else { return nil }
            return Step(method: http.method, url: http.url, body: http.body, response: item.exchange.response)
        }
    }
}

extension RecordedVisit.Step {
    /// Reads an exchange without TLS from the bytes of both sides of one connection, with a path as the target of the
    /// request; `nil` if it is neither a GET nor a POST.
    package init?(sent: [UInt8], received: [UInt8]) {
        guard let request = CapturedRequest(sent),
            let method = HTTPQuestion.Method(rawValue: request.head.method), method != .head,
            request.head.target.hasPrefix("/"), let host = request.head.headers["Host"],
            let url = try? HTTPURL("http://\(host)\(request.head.target)")
        else { return nil }
        var lines = LineReader(received, from: 0)
        let response: ProbeResponse? =
            switch CapturedResponse(&lines, to: request.head.method, hasEnded: true) {
            case .whole(let response): response
            case .part, .malformed: nil
            }
        self.init(
            method: method,
            url: url,
            contentType: request.head.headers["Content-Type"]?.mediaType,
            body: request.body,
            response: response
        )
    }

    /// The decoded fields of a sent form, in order: from the body of a POST, or from the query of a GET; empty if the
    /// request has no form.
    package var fields: [(name: String, value: String)] {
        let text: String
        switch method {
        case .post:
            guard contentType == "application/x-www-form-urlencoded" else { return [] }
            text = String(decoding: body, as: UTF8.self)
        case .get, .head: text = url.query ?? ""
        }
        return text.formFields
    }
}

extension String {
    /// The media type without parameters, in lower case.
    fileprivate var mediaType: String {
        (split(separator: ";").first ?? "").filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}

// MARK: HAR

extension RecordedVisit {
    /// Makes a visit of what a browser recorded.
    package init(_ archive: HARFile) {
        steps = archive.entries.filter { $0.request.method != .head }.prefix(Self.stepCountMax).map { entry in
            Step(
                method: entry.request.method,
                url: entry.request.url,
                contentType: entry.contentType?.mediaType,
                body: entry.request.body,
                response: try? entry.outcome.get()
            )
        }
    }
}
