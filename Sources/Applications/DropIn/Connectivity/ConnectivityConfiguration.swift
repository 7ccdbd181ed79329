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
    /// The default requests.
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
    /// Unlike the defaults of the properties of ``Connectivity``, the defaults here enable polling, but only while offline.
    /// Without `validationMode` the given validator judges, and without either the body must contain the word `Success`.
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
        settings.apply(urlSessionConfiguration)
        if let responseValidator {
            settings.responseValidator = CustomValidator(responseValidator)
            settings.validationMode = .custom
        }
        if let validationMode { settings.validationMode = validationMode }
        self.settings = Lock(settings)
    }

    /// Sets the value of the `Authorization` field for ``Connectivity/authorizedHosts``.
    @discardableResult
    public func configureAuthorizationHeader(with value: String?) -> Self { set { $0.authorizationHeader = value } }

    /// Sets the hosts that receive credentials.
    @discardableResult
    public func configureAuthorizedHosts(_ hosts: Set<String>?) -> Self { set { $0.authorizedHosts = hosts } }

    /// Sets the bearer token for ``Connectivity/authorizedHosts``.
    @discardableResult
    public func configureBearerToken(with token: String?) -> Self { set { $0.bearerToken = token } }

    /// Sets the restored behaviours of version 8.
    @discardableResult
    public func configureCompatibility(_ compatibility: Connectivity.Compatibility) -> Self {
        set { $0.compatibility = compatibility }
    }

    /// Sets the requested URLs.
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

    /// Sets whether only URLs with `https` are requested.
    @discardableResult
    public func configureHTTPSOnly(_ isHTTPSOnly: Bool) -> Self { set { $0.ownHTTPSOnly = isHTTPSOnly } }

    /// Sets whether checks take place between changes of the interface, their interval in seconds, and whether only offline.
    @discardableResult
    public func configurePolling(isEnabled: Bool = true, interval: Double = 10, offlineOnly: Bool = true) -> Self {
        set {
            $0.isPollingEnabled = isEnabled
            $0.pollingInterval = interval
            $0.pollWhileOfflineOnly = offlineOnly
        }
    }

    /// Sets the URL that only detects a portal.
    @discardableResult
    public func configurePortalDetection(url: URL?) -> Self { set { $0.portalDetectionURL = url } }

    /// Sets the text that a body must contain, equal or match, and the corresponding validation mode.
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

    /// Sets a validator, and the validation mode ``ConnectivityResponseValidationMode/custom``.
    @discardableResult
    public func configureResponseValidator(_ responseValidator: any ConnectivityResponseValidator) -> Self {
        let validator = CustomValidator(responseValidator)
        return set {
            $0.responseValidator = validator
            $0.validationMode = .custom
        }
    }

    /// Sets whether activation of the application causes a check.
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
        set { $0.apply(urlSessionConfiguration) }
    }

    /// Sets the validation mode.
    @discardableResult
    public func configureValidationMode(with validationMode: Connectivity.ValidationMode) -> Self {
        set { $0.validationMode = validationMode }
    }

    private func set(_ change: (inout Settings) -> Void) -> Self {
        settings.withLock { change(&$0) }
        return self
    }
}
