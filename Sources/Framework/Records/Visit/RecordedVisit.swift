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
    /// Reads an HTTP Archive (HAR) of a browser, version 1.2, of at most 128 MiB and 20,000 entries.
    package init(har bytes: [UInt8]) throws(SessionRecordingError) {
        let root = try JSON(file: bytes)
        let archive: Archive = try root.read(strictly: false)
        guard archive.log.entries.count <= HARFile.entryCountMax else {
            throw root.fault(["log", "entries"], .value("has more than \(HARFile.entryCountMax) elements"))
        }
        let found = archive.log.entries.compactMap(\.step).inOrder(of: \.at)
        steps = found.prefix(Self.stepCountMax).map(\.step)
    }

    private struct Archive: Decodable {
        var log: Log
    }

    private struct Log: Decodable {
        var entries: [Entry]
    }

    private enum Name: String, CodingKey {
        case mimeType, text, params, name, value
    }

    private struct Parameter: Decodable {
        var name: String
        var value: String?
    }

    private struct Entry: Decodable {
        var step: (at: Timestamp, step: Step)?

        init(from decoder: any Decoder) throws {
            let entry = try decoder.container(keyedBy: HARFile.Name.self)
            let asked = try entry.nestedContainer(keyedBy: HARFile.Name.self, forKey: .request)
            guard let method = HTTPQuestion.Method(rawValue: try asked.decode(String.self, forKey: .method)),
                method != .head, let url = try? HTTPURL(try asked.decode(String.self, forKey: .url))
            else { return }
            let answer = try entry.nestedContainer(keyedBy: HARFile.Name.self, forKey: .response)
            var found = Step(method: method, url: url, body: [])
            if case .success(let response) = try answer.outcome(of: method) { found.response = response }
            if asked.contains(.postData) {
                let sent = try asked.nestedContainer(keyedBy: Name.self, forKey: .postData)
                found.contentType = try sent.decodeIfPresent(String.self, forKey: .mimeType)?.mediaType
                var text = try sent.decodeIfPresent(String.self, forKey: .text) ?? ""
                if text.isEmpty {
                    // Some browsers leave out the text if they have parsed the parameters.
                    let parameters = try sent.decodeIfPresent([Parameter].self, forKey: .params) ?? []
                    text = parameters.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
                }
                found.body = Array(text.utf8)
            }
            step = (try entry.decode(Timestamp.self, forKey: .startedDateTime), found)
        }
    }
}
