import ConnectivityToolkit
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Connectivity {
    // MARK: Requests

    /// The requested URLs.
    ///
    /// URLs with an unsupported scheme are left out. If `isHTTPSOnly` is set, the default, URLs without `https` are also left
    /// out, see ``urlsWithoutHTTPS``.
    public var connectivityURLs: [URL] {
        get { connectivityURLRequests.compactMap(\.url) }
        set { connectivityURLRequests = newValue.map { URLRequest(url: $0) } }
    }

    /// The requests that are sent; by default requests to the built-in URLs.
    ///
    /// The URL, the method, the header fields, the body and the time limit are used. Requests with methods other than `GET`,
    /// `HEAD` and `POST`, or with a stream as body, are left out. If several requests have the same URL and method, the header
    /// fields and the body of the first one are sent.
    public var connectivityURLRequests: [URLRequest] {
        get { settings.effectiveRequests }
        set { change { $0.urlRequests = newValue } }
    }

    /// The given URLs that are left out, because they lack `https` and `isHTTPSOnly` is set; otherwise empty.
    ///
    /// If all URLs are left out, no request is sent, and the reason of the ``assessment``, `only-https`, lists them.
    public var urlsWithoutHTTPS: [URL] { settings.requestsWithoutHTTPS.compactMap(\.url) }

    /// Whether only URLs with `https` are requested; by default the value for all objects.
    ///
    /// It applies regardless of the order of the settings.
    public var isHTTPSOnly: Bool {
        get { settings.isHTTPSOnly }
        set { change { $0.ownHTTPSOnly = newValue } }
    }

    /// Whether objects without their own setting request only URLs with `https`; takes effect with their next check.
    public static var isHTTPSOnly: Bool {
        get { Defaults.current.isHTTPSOnly.withLock { $0 } }
        set { Defaults.current.isHTTPSOnly.withLock { $0 = newValue } }
    }

    /// The session configuration with the time limit and header fields of objects without a configuration.
    ///
    /// It applies to later objects without a ``ConnectivityConfiguration``. Only the shorter of its two time limits and its
    /// additional header fields are used.
    public static var urlSessionConfiguration: URLSessionConfiguration {
        get { Defaults.current.urlSessionConfiguration.withLock { $0 } }
        set { Defaults.current.urlSessionConfiguration.withLock { $0 = newValue } }
    }

    /// An additional URL that only detects a portal; `nil` by default.
    ///
    /// URLs with `https` reveal an obstacle, but not its kind, because no portal can answer for them. This URL is useful with
    /// plain HTTP. It is requested even if `isHTTPSOnly` is set, receives no credentials, and does not count for the
    /// threshold. An example is `http://captive.apple.com/hotspot-detect.html`.
    public var portalDetectionURL: URL? {
        get { settings.portalDetectionURL }
        set { change { $0.portalDetectionURL = newValue } }
    }

    /// Whether each interface and address family is checked separately, see ``paths``; by default only the one in use.
    public var checksEachInterface: Bool {
        get { settings.checksEachInterface }
        set { change { $0.checksEachInterface = newValue } }
    }

    // MARK: Credentials

    /// The token in `Authorization: Bearer` for ``authorizedHosts``; `nil` sends none.
    public var bearerToken: String? {
        get { settings.bearerToken }
        set { change { $0.bearerToken = newValue } }
    }

    /// The value of the `Authorization` field, with precedence over ``bearerToken``; `nil` sends none.
    public var authorizationHeader: String? {
        get { settings.authorizationHeader }
        set { change { $0.authorizationHeader = newValue } }
    }

    /// The hosts that receive ``bearerToken`` and ``authorizationHeader``, in lower case.
    ///
    /// `nil`, the default, means the host of ``connectivityURLs`` that is not built in, if there is exactly one. With several,
    /// the host of the credential is unknown, and none receives it. Credentials are sent only over TLS or to the loopback
    /// address. See ``Compatibility/credentialsForEveryURL``.
    public var authorizedHosts: Set<String>? {
        get { settings.authorizedHosts }
        set { change { $0.authorizedHosts = newValue } }
    }

    // MARK: Validation

    /// The validation mode, which selects one of the next three properties and changes none of them.
    public var validationMode: ValidationMode {
        get { settings.validationMode }
        set { change { $0.validationMode = newValue } }
    }

    /// The text that a body must contain or equal.
    public var expectedResponseString: String {
        get { settings.expectedResponseString }
        set { change { $0.expectedResponseString = newValue } }
    }

    /// The regular expression that a body must match, with the default options of ``ConnectivityResponseRegExValidator``.
    ///
    /// An invalid expression matches nothing.
    public var expectedResponseRegEx: String {
        get { settings.expectedResponseRegEx }
        set { change { $0.expectedResponseRegEx = newValue } }
    }

    /// The validator that judges responses in the mode ``ConnectivityResponseValidationMode/custom``.
    public var responseValidator: any ConnectivityResponseValidator {
        get { settings.responseValidator.validator }
        set {
            let validator = CustomValidator(newValue)
            change { $0.responseValidator = validator }
        }
    }

    /// The share of URLs that must answer as expected; with 0 %, at least one must.
    ///
    /// When it is reached, the remaining URLs have one second to reveal a portal.
    public var successThreshold: Percentage {
        get { settings.successThreshold }
        set { change { $0.successThreshold = newValue } }
    }

    /// The restored behaviours of version 8, which a network can abuse; empty by default.
    public var compatibility: Compatibility {
        get { settings.compatibility }
        set { change { $0.compatibility = newValue } }
    }

    // MARK: Schedule

    /// Whether checks also take place between changes of the interface.
    public var isPollingEnabled: Bool {
        get { settings.isPollingEnabled }
        set { change { $0.isPollingEnabled = newValue } }
    }

    /// The interval from the end of a check to the next if ``isPollingEnabled`` is set, from 0.01 through 86,400 seconds.
    public var pollingInterval: Double {
        get { settings.pollingInterval }
        set { change { $0.pollingInterval = newValue } }
    }

    /// Whether ``isPollingEnabled`` has no effect while the Internet is reachable.
    public var pollWhileOfflineOnly: Bool {
        get { settings.pollWhileOfflineOnly }
        set { change { $0.pollWhileOfflineOnly = newValue } }
    }

    /// The settling time from a change of the interface to its check, from 0 through 60 seconds.
    ///
    /// A new interface is also checked at once; until it has settled, only a success or a portal counts.
    public var connectivityCheckLatency: Double {
        get { settings.connectivityCheckLatency }
        set { change { $0.connectivityCheckLatency = newValue } }
    }

    /// Whether activation of the application causes a check while the notifier runs, on platforms that report it.
    public var checkWhenApplicationDidBecomeActive: Bool {
        get { settings.checkWhenApplicationDidBecomeActive }
        set { state.withLock { $0.settings.checkWhenApplicationDidBecomeActive = newValue } }
    }

    /// The framework; it has no effect, because the platform's interface source is always used.
    public var framework: Framework {
        get { settings.framework }
        set { state.withLock { $0.settings.framework = newValue } }
    }

    // MARK: Callbacks

    /// Called with the first result after a start, and after a change of the status, if the Internet is reachable.
    public var whenConnected: NetworkConnected? {
        get { state.withLock({ $0.whenConnected })?.body }
        set {
            let callback = newValue.map(Callback.init)
            state.withLock { $0.whenConnected = callback }
        }
    }

    /// Called with the first result after a start, and after a change of the status, if the Internet is not reachable.
    public var whenDisconnected: NetworkDisconnected? {
        get { state.withLock({ $0.whenDisconnected })?.body }
        set {
            let callback = newValue.map(Callback.init)
            state.withLock { $0.whenDisconnected = callback }
        }
    }

    // MARK: Helpers

    private var settings: Settings { state.withLock({ $0.settings }) }

    private func change(_ body: (inout Settings) -> Void) {
        state.withLock { body(&$0.settings) }
        restart()
    }

    func observeActivation() {
        let observer = ActivationObserver { [weak self] in
            if let self, settings.checkWhenApplicationDidBecomeActive { checkConnectivity() }
        }
        state.withLock { state in
            state.activation?.remove()
            state.activation = observer
        }
    }
}
