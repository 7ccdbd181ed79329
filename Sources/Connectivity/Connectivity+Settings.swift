import ConnectivitySupport
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Connectivity {
    // MARK: What to ask

    /// The URLs that are asked.
    ///
    /// Those that cannot be are left out, and with ``isHTTPSOnly`` those without `https`.
    public var connectivityURLs: [URL] {
        get { connectivityURLRequests.compactMap(\.url) }
        set { connectivityURLRequests = newValue.map { URLRequest(url: $0) } }
    }

    /// The requests that are sent; until something is set, those to the built-in URLs.
    ///
    /// Heeded are the URL, the method, the header fields, the body and the time limit. Requests with other methods than
    /// `GET`, `HEAD` and `POST`, or with a stream for a body, are left out. Of several with the same URL and method, the
    /// fields and the body of the first are sent.
    public var connectivityURLRequests: [URLRequest] {
        get { settings.effectiveRequests }
        set { change { $0.urlRequests = newValue } }
    }

    /// Whether only URLs with `https` are asked, of those that were set before as well as after; until it is set, what
    /// holds for all objects.
    public var isHTTPSOnly: Bool {
        get { settings.isHTTPSOnly }
        set { change { $0.ownHTTPSOnly = newValue } }
    }

    /// Whether objects for which nothing of their own is set ask only URLs with `https`, from their next check on.
    public static var isHTTPSOnly: Bool {
        get { Defaults.current.isHTTPSOnly.withLock { $0 } }
        set { Defaults.current.isHTTPSOnly.withLock { $0 = newValue } }
    }

    /// What an object that is created without a ``ConnectivityConfiguration`` takes its limits from.
    ///
    /// Heeded are the shorter of its two time limits and its additional header fields. Set it, or what is in it, before.
    public static var urlSessionConfiguration: URLSessionConfiguration {
        get { Defaults.current.urlSessionConfiguration.withLock { $0 } }
        set { Defaults.current.urlSessionConfiguration.withLock { $0 = newValue } }
    }

    /// What is asked besides, for the sake of a portal in its way; `nil` asks nothing, which is the default.
    ///
    /// URLs with `https` show that something is in the way, and not what: no portal can answer for them. This one is of use
    /// with plain HTTP, is asked whatever ``isHTTPSOnly`` says, gets no credentials, and does not count for the threshold. An
    /// example is `http://captive.apple.com/hotspot-detect.html`.
    public var portalDetectionURL: URL? {
        get { settings.portalDetectionURL }
        set { change { $0.portalDetectionURL = newValue } }
    }

    /// Whether each interface and address family is checked for itself, see ``paths``; by default the one in use is.
    public var checksEachInterface: Bool {
        get { settings.checksEachInterface }
        set { change { $0.checksEachInterface = newValue } }
    }

    // MARK: Credentials

    /// The token that is sent as `Authorization: Bearer`, to whom ``authorizedHosts`` says; `nil` sends none.
    public var bearerToken: String? {
        get { settings.bearerToken }
        set { change { $0.bearerToken = newValue } }
    }

    /// The value of the `Authorization` field, which takes precedence over ``bearerToken``; `nil` sends none.
    public var authorizationHeader: String? {
        get { settings.authorizationHeader }
        set { change { $0.authorizationHeader = newValue } }
    }

    /// The hosts that ``bearerToken`` and ``authorizationHeader`` are for, in lower case.
    ///
    /// `nil`, which is the default, means the host of ``connectivityURLs``, where there is exactly one besides those that
    /// are built in; with several hosts it is not known whom a credential is for, and none gets it. Credentials go over TLS
    /// only, and to the loopback address. See ``Compatibility/credentialsForEveryURL``.
    public var authorizedHosts: Set<String>? {
        get { settings.authorizedHosts }
        set { change { $0.authorizedHosts = newValue } }
    }

    // MARK: How to judge

    /// How responses are judged; it decides which of the next three counts, and changes none of them.
    public var validationMode: ValidationMode {
        get { settings.validationMode }
        set { change { $0.validationMode = newValue } }
    }

    /// The text that a body must contain, or be.
    public var expectedResponseString: String {
        get { settings.expectedResponseString }
        set { change { $0.expectedResponseString = newValue } }
    }

    /// The expression that a body must match, read as ``ConnectivityResponseRegExValidator`` does by default.
    ///
    /// One that cannot be compiled matches nothing.
    public var expectedResponseRegEx: String {
        get { settings.expectedResponseRegEx }
        set { change { $0.expectedResponseRegEx = newValue } }
    }

    /// What judges with ``ConnectivityResponseValidationMode/custom``.
    public var responseValidator: any ConnectivityResponseValidator {
        get { settings.responseValidator.validator }
        set {
            let validator = CustomValidator(newValue)
            change { $0.responseValidator = validator }
        }
    }

    /// The share of URLs that must answer as expected; of 0 %, one still must.
    ///
    /// Once it is reached, the others have one second to show a portal.
    public var successThreshold: Percentage {
        get { settings.successThreshold }
        set { change { $0.successThreshold = newValue } }
    }

    /// What is done as version 8 did it although a network can abuse it; by default nothing.
    public var compatibility: Compatibility {
        get { settings.compatibility }
        set { change { $0.compatibility = newValue } }
    }

    // MARK: When to check

    /// Whether there are checks between changes of the interface.
    public var isPollingEnabled: Bool {
        get { settings.isPollingEnabled }
        set { change { $0.isPollingEnabled = newValue } }
    }

    /// The seconds from the end of a check to the next with ``isPollingEnabled``, from 0.01 through 86,400.
    public var pollingInterval: Double {
        get { settings.pollingInterval }
        set { change { $0.pollingInterval = newValue } }
    }

    /// Whether ``isPollingEnabled`` stops mattering while the Internet is there.
    public var pollWhileOfflineOnly: Bool {
        get { settings.pollWhileOfflineOnly }
        set { change { $0.pollWhileOfflineOnly = newValue } }
    }

    /// The seconds from a change of the interface to its check, from 0 through 60, so that the network can settle.
    public var connectivityCheckLatency: Double {
        get { settings.connectivityCheckLatency }
        set { change { $0.connectivityCheckLatency = newValue } }
    }

    /// Whether the application becoming active makes a check while the notifier runs, on platforms where it does.
    public var checkWhenApplicationDidBecomeActive: Bool {
        get { settings.checkWhenApplicationDidBecomeActive }
        set { state.withLock { $0.settings.checkWhenApplicationDidBecomeActive = newValue } }
    }

    /// Either way the interface source of the platform.
    public var framework: Framework {
        get { settings.framework }
        set { state.withLock { $0.settings.framework = newValue } }
    }

    // MARK: Whom to tell

    /// Is called with the first result after a start, and when the status has changed, where the Internet is there.
    public var whenConnected: NetworkConnected? {
        get { state.withLock({ $0.whenConnected })?.body }
        set {
            let callback = newValue.map(Callback.init)
            state.withLock { $0.whenConnected = callback }
        }
    }

    /// Is called with the first result after a start, and when the status has changed, where the Internet is not there.
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
