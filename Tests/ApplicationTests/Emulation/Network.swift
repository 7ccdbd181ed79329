import ConnectivityCore
import ConnectivityEmulation
import ConnectivityRecords
import Foundation
import TestSupport
import Testing

/// A network that gives the same outcome for all questions of the same sort.
struct Network: Sendable {
    typealias Outcome = Result<ProbeResponse, ProbeFailure>

    /// The outcomes of questions over HTTP and HTTPS; `nil` if the endpoints themselves answer.
    var http: Outcome?
    var https: Outcome?
    /// The outcomes at the targets of redirects and of a captive portal API.
    var pages: [HTTPURL: Outcome] = [:]
    /// The outcome of name lookups; `nil` if they get the genuine answer.
    var names: Result<Answer, ProbeFailure>?
    /// The facts that the clients' device knows.
    var link = Detector.Link()

    /// A network on which nothing answers.
    static let silent = Network(
        http: .silence,
        https: .silence,
        names: .failure(ProbeFailure(.timedOut(.response)))
    )

    /// The maximum number of rounds of a detector: two for its own questions, one per redirect, and one to conclude.
    static let roundCountMax = Detector.redirectCountMax + 3

    func answer(_ question: Detector.Question) -> ProbeExchange {
        let genuine = question.genuine ?? .failure(ProbeFailure(.notRecorded))
        let outcome: Result<Answer, ProbeFailure> =
            switch question.url {
            case nil: names ?? genuine
            case let url? where question.genuine == nil: pages[url]?.map(\.answer) ?? genuine
            case let url?: (url.scheme == .http ? http : https)?.map(\.answer) ?? genuine
            }
        return ProbeExchange(request: question.request, outcome: outcome)
    }

    /// Returns the conclusion of a detector on this network.
    func conclusion(of detector: Detector) throws -> DetectorConclusion {
        var emulation = Emulation([detector], on: link)
        for _ in 0..<Self.roundCountMax where !emulation.questions.isEmpty {
            emulation.add(emulation.questions.map(answer))
        }
        return try #require(emulation.conclusions[0], "\(detector.name) does not come to an end")
    }
}

extension Network.Outcome {
    static func answer(_ status: Int, _ headers: HeaderFields = [:], _ body: String = "") -> Self {
        .success(ProbeResponse(status: status, headers: headers, body: Array(body.utf8)))
    }

    static func redirect(_ status: Int = 302, to location: String) -> Self { answer(status, ["Location": location]) }

    static let tls = Self.failure(ProbeFailure(.tls(.unknownAuthority)))
    static let silence = Self.failure(ProbeFailure(.timedOut(.connect)))
}

/// Every recorded response of the fixtures.
let recordings: [Recording] = {
    let root = URL.package.appending(path: "Fixtures")
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.path())) ?? []
    return names.filter { $0.hasSuffix(".http") }.sorted().compactMap { name in
        try? Recording(parsing: [UInt8](Data(contentsOf: root.appending(path: name))))
    }
}()
