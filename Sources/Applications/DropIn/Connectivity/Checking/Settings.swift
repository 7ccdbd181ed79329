import ConnectivityCore
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// All settings of an object, as a value.
struct Settings: Sendable {
    /// The requests to send; `nil` means requests to the built-in URLs.
    var urlRequests: [URLRequest]?
    /// Whether only URLs with `https` are requested; `nil` means the setting for all objects.
    var ownHTTPSOnly: Bool?
    var portalDetectionURL: URL?
    var checksEachInterface = false

    var bearerToken: String?
    var authorizationHeader: String?
    var authorizedHosts: Set<String>?
    var additionalHeaders: [String: String] = [:]
    var timeout: Double = 5
    /// The session configuration that supplied the time limit and the additional header fields.
    private(set) var urlSessionConfiguration = ConnectivityConfiguration.defaultURLSessionConfiguration

    var validationMode = ConnectivityResponseValidationMode.containsExpectedResponseString
    var expectedResponseString = "Success"
    var expectedResponseRegEx = ConnectivityResponseRegExValidator.defaultRegularExpression
    var responseValidator = CustomValidator(
        ConnectivityResponseStringValidator(
            validationMode: .containsExpectedResponseString,
            expectedResponse: "Success"
        )
    )
    var successThreshold = ConnectivityPercentage(50)
    var compatibility: Connectivity.Compatibility = []

    var isPollingEnabled = false
    var pollingInterval: Double = 10
    var pollWhileOfflineOnly = false
    var connectivityCheckLatency: Double = 0.5

    var callbackQueue = DispatchQueue.main
    var connectivityQueue = DispatchQueue.global(qos: .default)
    var framework = ConnectivityFramework.network
    var checkWhenApplicationDidBecomeActive = true
}

extension Settings {
    var isHTTPSOnly: Bool { ownHTTPSOnly ?? Connectivity.isHTTPSOnly }

    /// The requests that are sent: the given or built-in ones, without unsupported and disallowed ones.
    var effectiveRequests: [URLRequest] {
        let isHTTPSOnly = isHTTPSOnly
        return askableRequests(isHTTPSOnly).filter { !isHTTPSOnly || $0.httpURL?.scheme == .https }
    }

    /// The given or built-in requests that are left out because only `https` is allowed; empty if plain HTTP is allowed.
    var requestsWithoutHTTPS: [URLRequest] {
        isHTTPSOnly ? askableRequests(true).filter { $0.httpURL?.scheme != .https } : []
    }

    /// The given or built-in requests, without unsupported ones.
    private func askableRequests(_ isHTTPSOnly: Bool) -> [URLRequest] {
        (urlRequests ?? Self.builtInRequests(isHTTPSOnly: isHTTPSOnly)).filter {
            $0.httpURL != nil && $0.probeMethod != nil
        }
    }

    static func builtInRequests(isHTTPSOnly: Bool) -> [URLRequest] {
        (isHTTPSOnly ? Endpoint.connectivityHTTPS : Endpoint.connectivityHTTP).compactMap { URL(string: $0) }
            .map { URLRequest(url: $0) }
    }

    /// Returns the `Authorization` field for a URL; `nil` if the URL receives none.
    func authorization(for url: HTTPURL) -> String? {
        let value = authorizationHeader ?? bearerToken.map { "Bearer \($0)" }
        if compatibility.contains(.credentialsForEveryURL) { return value }
        guard url.scheme == .https || url.address?.isLoopback == true else { return nil }
        return (authorizedHosts ?? soleOwnHost).contains(url.host) ? value : nil
    }

    /// The only requested host that is not built in; empty if there are several, so that the credential's host is unknown.
    private var soleOwnHost: Set<String> {
        let hosts = Set(effectiveRequests.compactMap { $0.httpURL?.host }).subtracting(Endpoint.thirdPartyHosts)
        return hosts.count == 1 ? hosts : []
    }

    /// Applies the relevant values of a session configuration.
    mutating func apply(_ session: URLSessionConfiguration) {
        urlSessionConfiguration = session
        timeout = min(session.timeoutIntervalForRequest, session.timeoutIntervalForResource)
        additionalHeaders = [:]
        for (name, value) in session.httpAdditionalHeaders ?? [:] { additionalHeaders["\(name)"] = "\(value)" }
    }
}

extension Endpoint {
    /// The default URLs.
    static let connectivityHTTPS = [
        "https://www.apple.com/library/test/success.html", "https://captive.apple.com/hotspot-detect.html",
    ]

    /// The default URLs if plain HTTP is allowed.
    static let connectivityHTTP =
        [
            "www.apple.com", "apple.com", "www.appleiphonecell.com", "www.itools.info", "www.ibook.info",
            "www.airport.us",
        ]
        .map { "http://\($0)/library/test/success.html" }
        + ["http://www.thinkdifferent.us/library/test/success.html", "http://captive.apple.com/hotspot-detect.html"]

    /// Third-party hosts, default or built in, which receive no credentials by default.
    static let thirdPartyHosts = Set(
        builtIn.compactMap(\.url?.host) + (connectivityHTTPS + connectivityHTTP).compactMap { (try? HTTPURL($0))?.host }
    )
}

extension URLRequest {
    /// The URL; `nil` if its scheme is neither http nor https.
    var httpURL: HTTPURL? { url.flatMap { try? HTTPURL($0.absoluteString) } }

    /// The method; `nil` if it is not `GET`, `HEAD` or `POST`, or if the body is a stream.
    var probeMethod: HTTPQuestion.Method? {
        httpBodyStream == nil ? HTTPQuestion.Method(rawValue: (httpMethod ?? "GET").uppercased()) : nil
    }
}
