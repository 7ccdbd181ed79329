import ConnectivityToolkit
public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The settings of a ``Connectivity``, in calls that can be chained.
///
/// Every call changes this object and returns it. A ``Connectivity`` copies the settings when it is created.
public final class ConnectivityConfiguration: Sendable {
    /// The requests that are sent by default.
    public static let defaultConnectivityURLRequests = Settings.builtInRequests(isHTTPSOnly: true)

    /// A new session configuration with time limits of five seconds and without a cache.
    public static var defaultURLSessionConfiguration: URLSessionConfiguration {
        let session = URLSessionConfiguration.default
        session.requestCachePolicy = .reloadIgnoringCacheData
        session.urlCache = nil
        session.timeoutIntervalForRequest = 5
        session.timeoutIntervalForResource = 5
        return session
    }

    private let settings: Lock<Settings>

    var current: Settings { settings.withLock { $0 } }

    /// Creates a configuration.
    ///
    /// Unlike the defaults of the properties of ``Connectivity``, the defaults here enable polling, but only while
    /// offline.
    ///
    /// - Parameters:
    ///   - callbackQueue: The queue for callbacks and notifications and, on platforms with Combine, for published
    ///     values.
    ///   - checkWhenApplicationDidBecomeActive: Whether a check is made when the application becomes active.
    ///   - connectivityQueue: Has no effect except that it can be read, because checks need no queue.
    ///   - connectivityURLRequests: The requests that are sent.
    ///   - pollingInterval: The seconds from the end of a check to the next.
    ///   - pollingIsEnabled: Whether checks are also made between changes of the interface.
    ///   - pollWhileOfflineOnly: Whether these checks stop while the Internet is reachable.
    ///   - responseValidator: The validator of responses; `nil` leaves validation to the validation mode.
    ///   - successThreshold: The share of URLs that must answer as expected.
    ///   - urlSessionConfiguration: Only the shorter of its two time limits and its additional header fields are
    ///     used.
    ///   - validationMode: How responses are judged; `nil` means by the given validator. Without a validator,
    ///     the body must contain the word `Success`.
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
        settings.connectivityQueue = connectivityQueue
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
        self.settings = Lock(settings)
    }

    /// Sets the value of the `Authorization` field, which is sent to ``Connectivity/authorizedHosts``.
    @discardableResult
    public func configureAuthorizationHeader(with value: String?) -> Self { set { $0.authorizationHeader = value } }

    /// Sets the hosts that receive credentials.
    @discardableResult
    public func configureAuthorizedHosts(_ hosts: Set<String>?) -> Self { set { $0.authorizedHosts = hosts } }

    /// Sets the bearer token, which is sent to ``Connectivity/authorizedHosts``.
    @discardableResult
    public func configureBearerToken(with token: String?) -> Self { set { $0.bearerToken = token } }

    /// Sets which behaviours of version 8 are restored.
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

    /// Sets whether checks are made between changes of the interface, at which interval, and whether only while
    /// offline.
    @discardableResult
    public func configurePolling(isEnabled: Bool = true, interval: Double = 10, offlineOnly: Bool = true) -> Self {
        set {
            $0.isPollingEnabled = isEnabled
            $0.pollingInterval = interval
            $0.pollWhileOfflineOnly = offlineOnly
        }
    }

    /// Sets the URL that is asked only to detect a portal.
    @discardableResult
    public func configurePortalDetection(url: URL?) -> Self { set { $0.portalDetectionURL = url } }

    /// Sets the text that a body must contain, equal or match, and the validation mode for it.
    @discardableResult
    public func configureResponseValidation(
        _ validation: ConnectivityResponseStringValidator.ValidationMode,
        expected: String
    ) -> Self {
        let validator = CustomValidator(
            ConnectivityResponseStringValidator(validationMode: validation, expectedResponse: expected)
        )
        return set {
            $0.responseValidator = validator
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

    /// Sets the validator that judges responses, and the validation mode for it.
    @discardableResult
    public func configureResponseValidator(_ responseValidator: any ConnectivityResponseValidator) -> Self {
        let validator = CustomValidator(responseValidator)
        return set {
            $0.responseValidator = validator
            $0.validationMode = .custom
        }
    }

    /// Sets whether a check is made when the application becomes active.
    @discardableResult
    public func configureShouldCheckWhenApplicationDidBecomeActive(_ enabled: Bool) -> Self {
        set { $0.checkWhenApplicationDidBecomeActive = enabled }
    }

    /// Sets the share of URLs that must answer as expected.
    @discardableResult
    public func configureSuccessThreshold(_ threshold: Connectivity.Percentage) -> Self {
        set { $0.successThreshold = threshold }
    }

    /// Copies the shorter of a session's two time limits and its additional header fields.
    @discardableResult
    public func configureURLSession(_ urlSessionConfiguration: URLSessionConfiguration) -> Self {
        set { $0.take(urlSessionConfiguration) }
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
