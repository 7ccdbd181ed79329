import ConnectivitySupport
public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What a ``Connectivity`` is to be set to, in calls that can be chained.
///
/// Every call changes the object and returns it. A ``Connectivity`` takes what is set when it is created.
public final class ConnectivityConfiguration: Sendable {
    /// The requests that are sent where nothing else is said.
    public static let defaultConnectivityURLRequests = Settings.builtInRequests(isHTTPSOnly: true)

    /// A new configuration of a session with limits of five seconds and without a cache.
    public static var defaultURLSessionConfiguration: URLSessionConfiguration {
        let session = URLSessionConfiguration.default
        session.requestCachePolicy = .reloadIgnoringCacheData
        session.urlCache = nil
        session.timeoutIntervalForRequest = 5
        session.timeoutIntervalForResource = 5
        return session
    }

    private let settings: Mutex<Settings>

    var current: Settings { settings.withLock { $0 } }

    package var callbackQueue: DispatchQueue { current.callbackQueue }

    /// Creates a configuration.
    ///
    /// Unlike the properties of ``Connectivity``, it polls where nothing else is said, while offline only.
    ///
    /// - Parameters:
    ///   - callbackQueue: Where callbacks are called, notifications posted, and where there is Combine, values received.
    ///   - checkWhenApplicationDidBecomeActive: Whether the application becoming active makes a check.
    ///   - connectivityQueue: Has no effect: checks need no queue.
    ///   - connectivityURLRequests: The requests that are sent.
    ///   - pollingInterval: The seconds from the end of a check to the next.
    ///   - pollingIsEnabled: Whether there are checks between changes of the interface.
    ///   - pollWhileOfflineOnly: Whether that ends while the Internet is there.
    ///   - responseValidator: What judges responses; `nil` leaves it to the validation mode.
    ///   - successThreshold: The share of URLs that must answer as expected.
    ///   - urlSessionConfiguration: Heeded are the shorter of its two time limits and its additional header fields.
    ///   - validationMode: How responses are judged; `nil` means by the validator that was given, or else that the body
    ///     contains the word `Success`.
    public init(
        callbackQueue: DispatchQueue = .main,
        checkWhenApplicationDidBecomeActive: Bool = true,
        connectivityQueue: DispatchQueue = .global(qos: .default),
        connectivityURLRequests: [URLRequest] = defaultConnectivityURLRequests,
        pollingInterval: Double = 10,
        pollingIsEnabled: Bool = true,
        pollWhileOfflineOnly: Bool = true,
        responseValidator: (any ConnectivityResponseValidator)? = nil,
        successThreshold: Connectivity.Percentage = Connectivity.Percentage(50),
        urlSessionConfiguration: URLSessionConfiguration = defaultURLSessionConfiguration,
        validationMode: Connectivity.ValidationMode? = nil
    ) {
        var settings = Settings()
        settings.callbackQueue = callbackQueue
        settings.checkWhenApplicationDidBecomeActive = checkWhenApplicationDidBecomeActive
        settings.urlRequests = connectivityURLRequests
        settings.pollingInterval = pollingInterval
        settings.isPollingEnabled = pollingIsEnabled
        settings.pollWhileOfflineOnly = pollWhileOfflineOnly
        settings.successThreshold = successThreshold
        settings.take(urlSessionConfiguration)
        if let responseValidator {
            settings.responseValidator = CustomValidator(responseValidator)
            settings.validationMode = .custom
        }
        if let validationMode { settings.validationMode = validationMode }
        self.settings = Mutex(settings)
    }

    /// Sets the value of the `Authorization` field; whom it is sent to says ``Connectivity/authorizedHosts``.
    @discardableResult
    public func configureAuthorizationHeader(with value: String?) -> Self { set { $0.authorizationHeader = value } }

    /// Sets the hosts that credentials are for.
    @discardableResult
    public func configureAuthorizedHosts(_ hosts: Set<String>?) -> Self { set { $0.authorizedHosts = hosts } }

    /// Sets the bearer token; whom it is sent to says ``Connectivity/authorizedHosts``.
    @discardableResult
    public func configureBearerToken(with token: String?) -> Self { set { $0.bearerToken = token } }

    /// Sets what is done as version 8 did it.
    @discardableResult
    public func configureCompatibility(_ compatibility: Connectivity.Compatibility) -> Self {
        set { $0.compatibility = compatibility }
    }

    /// Sets the URLs that are asked.
    @discardableResult
    public func configureConnectivity(urls: [URL]) -> Self {
        configureConnectivity(urlRequests: urls.map { .init(url: $0) })
    }

    /// Sets the requests that are sent.
    @discardableResult
    public func configureConnectivity(urlRequests: [URLRequest]) -> Self { set { $0.urlRequests = urlRequests } }

    /// Sets the framework, which has no effect.
    @discardableResult
    public func configureFramework(_ framework: Connectivity.Framework) -> Self { set { $0.framework = framework } }

    /// Sets whether only URLs with `https` are asked.
    @discardableResult
    public func configureHTTPSOnly(_ isHTTPSOnly: Bool) -> Self { set { $0.ownHTTPSOnly = isHTTPSOnly } }

    /// Sets whether, how often and when there are checks between changes of the interface.
    @discardableResult
    public func configurePolling(isEnabled: Bool = true, interval: Double = 10, offlineOnly: Bool = true) -> Self {
        set {
            $0.isPollingEnabled = isEnabled
            $0.pollingInterval = interval
            $0.pollWhileOfflineOnly = offlineOnly
        }
    }

    /// Sets what is asked for the sake of a portal in its way.
    @discardableResult
    public func configurePortalDetection(url: URL?) -> Self { set { $0.portalDetectionURL = url } }

    /// Sets the text that a body must contain, be or match, and that it must.
    @discardableResult
    public func configureResponseValidation(
        _ validation: ConnectivityResponseStringValidator.ValidationMode,
        expected: String
    ) -> Self {
        set {
            switch validation {
            case .containsExpectedResponseString:
                ($0.validationMode, $0.expectedResponseString) = (.containsExpectedResponseString, expected)
            case .equalsExpectedResponseString:
                ($0.validationMode, $0.expectedResponseString) = (.equalsExpectedResponseString, expected)
            case .matchesRegularExpression:
                ($0.validationMode, $0.expectedResponseRegEx) = (.matchesRegularExpression, expected)
            }
        }
    }

    /// Sets what judges responses, and that it does.
    @discardableResult
    public func configureResponseValidator(_ responseValidator: any ConnectivityResponseValidator) -> Self {
        let validator = CustomValidator(responseValidator)
        return set {
            $0.responseValidator = validator
            $0.validationMode = .custom
        }
    }

    /// Sets whether the application becoming active makes a check.
    @discardableResult
    public func configureShouldCheckWhenApplicationDidBecomeActive(_ enabled: Bool) -> Self {
        set { $0.checkWhenApplicationDidBecomeActive = enabled }
    }

    /// Sets the share of URLs that must answer as expected.
    @discardableResult
    public func configureSuccessThreshold(_ threshold: Connectivity.Percentage) -> Self {
        set { $0.successThreshold = threshold }
    }

    /// Takes the shorter of a session's time limits and its additional header fields.
    @discardableResult
    public func configureURLSession(_ urlSessionConfiguration: URLSessionConfiguration) -> Self {
        var taken = Settings()
        taken.take(urlSessionConfiguration)
        return set { ($0.timeout, $0.additionalHeaders) = (taken.timeout, taken.additionalHeaders) }
    }

    /// Sets how responses are judged.
    @discardableResult
    public func configureValidationMode(with validationMode: Connectivity.ValidationMode) -> Self {
        set { $0.validationMode = validationMode }
    }

    private func set(_ change: (inout Settings) -> Void) -> Self {
        settings.withLock { change(&$0) }
        return self
    }
}
