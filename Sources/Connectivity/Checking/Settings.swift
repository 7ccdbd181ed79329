import ConnectivityCore
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Everything that can be set, as a value.
struct Settings: Sendable {
    /// What to ask; `nil` asks the built-in URLs.
    var urlRequests: [URLRequest]?
    /// Whether only URLs with `https` are asked; `nil` goes by what holds for all objects.
    var ownHTTPSOnly: Bool?
    var portalDetectionURL: URL?
    var checksEachInterface = false

    var bearerToken: String?
    var authorizationHeader: String?
    var authorizedHosts: Set<String>?
    var additionalHeaders: [String: String] = [:]
    var timeout: Double = 5

    var validationMode = ConnectivityResponseValidationMode.containsExpectedResponseString
    var expectedResponseString = "Success"
    var expectedResponseRegEx = ConnectivityResponseRegExValidator.defaultRegularExpression
    var responseValidator = CustomValidator(ConnectivityResponseContainsStringValidator())
    var successThreshold = ConnectivityPercentage(50)
    var compatibility: Connectivity.Compatibility = []

    var isPollingEnabled = false
    var pollingInterval: Double = 10
    var pollWhileOfflineOnly = false
    var connectivityCheckLatency: Double = 0.5

    var callbackQueue = DispatchQueue.main
    var framework = ConnectivityFramework.network
    var checkWhenApplicationDidBecomeActive = true
}

extension Settings {
    var isHTTPSOnly: Bool { ownHTTPSOnly ?? Connectivity.isHTTPSOnly }

    /// The requests that are sent: those that were given or the built-in ones, without those that may not or cannot be.
    var effectiveRequests: [URLRequest] {
        let isHTTPSOnly = isHTTPSOnly
        return (urlRequests ?? Self.builtInRequests(isHTTPSOnly: isHTTPSOnly)).filter { request in
            guard let url = request.httpURL, request.probeMethod != nil else { return false }
            return !isHTTPSOnly || url.scheme == .https
        }
    }

    static func builtInRequests(isHTTPSOnly: Bool) -> [URLRequest] {
        (isHTTPSOnly ? Endpoint.connectivityHTTPS : Endpoint.connectivityHTTP).compactMap { URL(string: $0) }
            .map { URLRequest(url: $0) }
    }

    /// The `Authorization` field for a URL; `nil` where it gets none.
    func authorization(for url: HTTPURL) -> String? {
        let value = authorizationHeader ?? bearerToken.map { "Bearer \($0)" }
        if compatibility.contains(.credentialsForEveryURL) { return value }
        guard url.scheme == .https || url.address?.isLoopback == true else { return nil }
        return (authorizedHosts ?? soleOwnHost).contains(url.host) ? value : nil
    }

    /// The one host among those asked that is not built in; with several, it is not known whom a credential is for.
    private var soleOwnHost: Set<String> {
        let hosts = Set(effectiveRequests.compactMap { $0.httpURL?.host }).subtracting(Endpoint.builtInHosts)
        return hosts.count == 1 ? hosts : []
    }

    /// Takes from a session's configuration what a check heeds.
    mutating func take(_ session: URLSessionConfiguration) {
        timeout = min(session.timeoutIntervalForRequest, session.timeoutIntervalForResource)
        additionalHeaders = [:]
        for (name, value) in session.httpAdditionalHeaders ?? [:] { additionalHeaders["\(name)"] = "\(value)" }
    }
}

extension Endpoint {
    /// What is asked where nothing else is said.
    static let connectivityHTTPS = [
        "https://www.apple.com/library/test/success.html", "https://captive.apple.com/hotspot-detect.html",
    ]

    /// What is asked where nothing else is said, and plain HTTP is allowed.
    static let connectivityHTTP =
        [
            "www.apple.com", "apple.com", "www.appleiphonecell.com", "www.itools.info", "www.ibook.info",
            "www.airport.us",
        ]
        .map { "http://\($0)/library/test/success.html" }
        + ["http://www.thinkdifferent.us/library/test/success.html", "http://captive.apple.com/hotspot-detect.html"]

    /// The hosts that belong to others and are asked by anyone.
    static let builtInHosts = Set(
        builtIn.compactMap(\.url?.host) + (connectivityHTTPS + connectivityHTTP).compactMap { (try? HTTPURL($0))?.host }
    )
}

extension URLRequest {
    /// The URL where it can be asked; `nil` where it is neither http nor https.
    var httpURL: HTTPURL? { url.flatMap { try? HTTPURL($0.absoluteString) } }

    /// The method where it can be sent; `nil` for others than `GET`, `HEAD` and `POST`, and where the body is a stream.
    var probeMethod: HTTPQuestion.Method? {
        httpBodyStream == nil ? HTTPQuestion.Method(rawValue: (httpMethod ?? "GET").uppercased()) : nil
    }
}
