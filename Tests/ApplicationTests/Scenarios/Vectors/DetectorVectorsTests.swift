import ConnectivityCore
import ConnectivityEmulation
import ConnectivityKit
import TestSupport
import Testing

/// Compares what the detectors conclude with what other systems' own tests say that these conclude.
@Suite(.needs(Corpus.need))
struct DetectorVectorsTests {
    @Test func `Each detector concludes what its client's own tests assert`() throws {
        let corpus = try #require(Corpus.found)
        var compared: [String: Int] = [:]
        var left: [String: [String]] = [:]
        for vector in try corpus.objects("vectors.jsonl").map(Vector.init) {
            guard let peer = ModelledPeer.all.first(where: { $0.name == vector.peer }) else { continue }
            if let reason = peer.reasonToLeave(vector) {
                left[reason, default: []].append(vector.id)
                continue
            }
            let conclusion = try #require(try peer.conclusion(on: vector, corpus))
            let terms = peer.terms(for: vector)
            #expect(terms.contains(conclusion.term), "\(vector.id): \(vector.ownWords), ours \(conclusion)")
            compared[peer.detector.name, default: 0] += 1
        }
        for (reason, ids) in left.sorted(by: { $0.key < $1.key }) {
            print("detectors: not compared, \(reason): \(ids.joined(separator: " "))")
        }
        print("detectors: \(compared.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))")
        #expect(compared.values.reduce(0, +) >= 74)
        expect(Set(compared.keys), Set(ModelledPeer.all.map(\.detector.name)))
    }
}

/// A peer of the vectors that has a detector.
private struct ModelledPeer {
    var name: String
    var detector: Detector
    /// The detector's term for each beginning of the peer's own words.
    var words: KeyValuePairs<String, String>

    static let all: [ModelledPeer] = [
        ModelledPeer(
            name: "Android NetworkMonitor",
            detector: .android,
            words: ["PORTAL": "PORTAL", "VALID": "VALID", "INVALID": "INVALID", "PARTIAL": "PARTIAL"]
        ),
        ModelledPeer(name: "ChromeOS shill PortalDetector", detector: .chromeOS, words: shill),
        ModelledPeer(
            name: "ChromeOS shill CapportProxy (RFC 8908)",
            detector: .chromeOS,
            words: [
                "captive": "portal-redirect", "not captive": "internet-connectivity", "rejected": "no-connectivity",
                "no status": "no-connectivity",
            ]
        ),
        ModelledPeer(
            name: "Chromium captive_portal",
            detector: .chromium,
            words: [
                "RESULT_INTERNET_CONNECTED": "INTERNET_CONNECTED", "RESULT_NO_RESPONSE": "NO_RESPONSE",
                "RESULT_BEHIND_CAPTIVE_PORTAL": "BEHIND_CAPTIVE_PORTAL",
            ]
        ),
        ModelledPeer(
            name: "Firefox captivedetect",
            detector: .firefox,
            words: [
                "complete(true)": "NOT_CAPTIVE", "NOT_CAPTIVE": "NOT_CAPTIVE", "login started": "LOCKED_PORTAL",
                "LOCKED_PORTAL": "LOCKED_PORTAL", "portal": "LOCKED_PORTAL",
            ]
        ),
        ModelledPeer(
            name: "NetworkManager (source rule, no unit test)",
            detector: .networkManager,
            words: ["FULL": "FULL", "PORTAL": "PORTAL", "LIMITED": "LIMITED"]
        ),
        ModelledPeer(
            name: "ConnMan wispr (source rule, no unit test)",
            detector: .connMan,
            words: [
                "follow, then browser": "RequestBrowser", "browser": "RequestBrowser",
                "failure": "ready, online-check-failed", "WISPr login": "RequestInput",
            ]
        ),
        ModelledPeer(
            name: "Mozilla VPN",
            detector: .mozillaVPN,
            words: ["NoPortal": "NoPortal", "PortalDetected": "PortalDetected", "notification": "PortalDetected"]
        ),
        ModelledPeer(
            name: "Tailscale captivedetection",
            detector: .tailscale,
            words: ["not captive": "no captive portal", "captive": "captive portal detected"]
        ),
        ModelledPeer(
            name: "prometheus/blackbox_exporter",
            detector: .blackboxExporter,
            words: ["success": "probe_success 1", "failure": "probe_success 0"]
        ),
    ]

    private static let shill: KeyValuePairs = [
        "kInternetConnectivity": "internet-connectivity", "kPortalRedirect": "portal-redirect",
        "kPortalSuspected": "portal-suspected", "kNoConnectivity": "no-connectivity",
    ]

    /// The members of a configuration with which a vector is not about the client's own default.
    private static let others: Set<String> = [
        "fallbackSpecs", "spec", "successRegex", "mode", "userChoice", "httpOnly", "strict", "custom", "failIf",
        "failIfMatches", "mustMatchAll", "header", "compression", "bodySizeLimit", "failIfNotSSL", "validHTTPVersions",
        "insecureSkipVerify", "addresses", "fallbackUrls", "enabled", "interval", "limit",
    ]

    /// The vectors that are about more than one check of a machine with a network.
    private static let apart: [String: String] = [
        "and-006": "with a flag that is off by default",
        "and-033": "with another URL of a test network",
        "and-060": "of several checks", "and-064": "of several checks", "and-074": "of several checks",
        "chr-021": "of several checks", "ff-012": "of several checks",
        "vin-007": "of an interface that is down", "vin-008": "of an interface that is down",
        "bbx-088": "of the spelling of a URL", "bbx-090": "of the spelling of a URL",
        "cmn-011": "with a message that is written in short",
        "tsc-006": "of content that none of its endpoints has",
    ]

    func terms(for vector: Vector) -> [String] {
        words.filter { vector.ownWords.hasPrefix($0.key) }.map(\.value)
    }

    func reasonToLeave(_ vector: Vector) -> String? {
        if let reason = Self.apart[vector.id] { return reason }
        if vector.written.isEmpty { return "without exchanges" }
        if terms(for: vector).isEmpty { return "of another thing than a conclusion" }
        if let name = vector.config.members.keys.sorted().first(where: Self.others.contains) { return "with \(name)" }
        if let codes = vector.config["validStatusCodes"], codes.text != "2xx" { return "with validStatusCodes" }
        return nil
    }

    func conclusion(on vector: Vector, _ corpus: Corpus) throws -> DetectorConclusion? {
        let api = (vector.config["api"] ?? vector.config["capportApi"])?.texts.first.flatMap { try? HTTPURL($0) }
        var emulation = Emulation([detector], on: Detector.Link(portalAPI: api))
        while !emulation.questions.isEmpty {
            emulation.add(try emulation.questions.map { try answer($0, vector, corpus) })
        }
        return emulation.conclusions[0]
    }

    private func answer(_ question: Detector.Question, _ vector: Vector, _ corpus: Corpus) throws -> ProbeExchange {
        func failed(_ kind: ProbeFailure.Kind) -> ProbeExchange {
            ProbeExchange(request: question.request, outcome: .failure(ProbeFailure(kind)))
        }
        guard let url = question.url else { return failed(.timedOut(.response)) }
        guard question.genuine != nil else {
            // A relative redirect leads to the client's own host.
            let target =
                vector.written.first { $0.url == url } ?? vector.written.dropFirst().first { $0.url.path == url.path }
            return try target.map { try vector.probeExchange($0, question.request, corpus) } ?? failed(.notRecorded)
        }
        guard let exchange = exchange(for: question, at: url, vector) else { return failed(.timedOut(.connect)) }
        var found = try vector.probeExchange(exchange, question.request, corpus)
        // The tests have their own texts and hosts.
        let text = vector.config["expectedContent"]?.text.map(Vector.plain)
        if let text, let genuine = question.genuine, found.response?.body.elementsEqual(text.utf8) == true {
            found.outcome = genuine
        }
        // A bare connection has no other phase in which its time can pass.
        if url.port != nil, case .failure(let failure) = found.outcome, case .timedOut = failure.kind {
            return failed(.timedOut(.connect))
        }
        if case .success(.http(var response)) = found.outcome, let answer = response.headers["X-Tailscale-Response"] {
            response.headers = ["X-Tailscale-Response": answer.replacing(exchange.url.host, with: url.host)]
            found.outcome = .success(.http(response))
        }
        return found
    }

    /// Returns the exchange that stands for the answer to a question, by its role in the client's check.
    private func exchange(for question: Detector.Question, at url: HTTPURL, _ vector: Vector) -> Vector.Exchange? {
        func exchange(_ roles: String...) -> Vector.Exchange? {
            let urls = roles.flatMap { vector.config[$0]?.texts ?? [] }.compactMap { try? HTTPURL($0) }
            return vector.written.first { urls.contains($0.url) }
        }
        if question == Detector.android.questions[2] { return exchange("fallback", "otherFallback") }
        // A gateway's page over http is no answer over https; the API is asked apart.
        return exchange(url.scheme.rawValue)
            ?? vector.written.first { $0.url.scheme == url.scheme && exchange("api", "capportApi")?.url != $0.url }
    }
}
