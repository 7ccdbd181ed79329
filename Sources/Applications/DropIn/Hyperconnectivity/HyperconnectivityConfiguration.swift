public import Connectivity
public import Dispatch

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A percentage from 0 through 100.
public typealias Percentage = ConnectivityPercentage

/// The settings of a publisher, in calls that can be chained.
///
/// Every call changes this object and returns it. Each listener copies the settings when it begins.
public final class HyperconnectivityConfiguration: Sendable {
    /// The default URLs.
    public static let defaultConnectivityURLs =
        ConnectivityConfiguration.defaultConnectivityURLRequests.compactMap(\.url)

    /// A new session configuration with time limits of five seconds and without a cache.
    public static var defaultURLSessionConfiguration: URLSessionConfiguration {
        ConnectivityConfiguration.defaultURLSessionConfiguration
    }

    let connectivity: ConnectivityConfiguration
    let shouldCheckConnectivity: Bool

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - callbackQueue: The queue for notifications and, on platforms with Combine, for published values.
    ///   - connectivityQueue: Has no effect, because checks need no queue.
    ///   - connectivityURLRequests: The requests that are sent.
    ///   - pollingInterval: The interval from the end of a check to the next in seconds.
    ///   - pollingIsEnabled: Whether checks also take place between changes of the interface.
    ///   - pollWhileOfflineOnly: Whether these checks stop while the Internet is reachable.
    ///   - responseValidator: The validator of responses; `nil` means that the body must contain the word `Success`.
    ///   - shouldCheckConnectivity: Whether checks take place at all; without them there is no result.
    ///   - successThreshold: The share of URLs that must answer as expected.
    ///   - urlSessionConfiguration: Only the shorter of its two time limits and its additional header fields are used.
    public init(
        callbackQueue: DispatchQueue = .main,
        connectivityQueue: DispatchQueue = .global(qos: .utility),
        connectivityURLRequests: [URLRequest],
        pollingInterval: Double = 10,
        pollingIsEnabled: Bool = true,
        pollWhileOfflineOnly: Bool = true,
        responseValidator: (any ResponseValidator)? = nil,
        shouldCheckConnectivity: Bool = true,
        successThreshold: Percentage = Percentage(50),
        urlSessionConfiguration: URLSessionConfiguration = defaultURLSessionConfiguration
    ) {
        self.shouldCheckConnectivity = shouldCheckConnectivity
        connectivity = ConnectivityConfiguration(
            callbackQueue: callbackQueue,
            connectivityURLRequests: connectivityURLRequests,
            pollingInterval: pollingInterval,
            pollingIsEnabled: pollingIsEnabled,
            pollWhileOfflineOnly: pollWhileOfflineOnly,
            responseValidator: responseValidator?.connectivityValidator,
            successThreshold: successThreshold,
            urlSessionConfiguration: urlSessionConfiguration
        )
        // Version 1 had no restriction to https: every given URL is requested.
        .configureHTTPSOnly(false)
    }

    /// Creates a configuration with URLs for `GET` requests.
    ///
    /// The other parameters are those of
    /// ``init(callbackQueue:connectivityQueue:connectivityURLRequests:pollingInterval:pollingIsEnabled:pollWhileOfflineOnly:responseValidator:shouldCheckConnectivity:successThreshold:urlSessionConfiguration:)``.
    public convenience init(
        callbackQueue: DispatchQueue = .main,
        connectivityQueue: DispatchQueue = .global(qos: .utility),
        connectivityURLs: [URL] = defaultConnectivityURLs,
        pollingInterval: Double = 10,
        pollingIsEnabled: Bool = true,
        pollWhileOfflineOnly: Bool = true,
        responseValidator: (any ResponseValidator)? = nil,
        shouldCheckConnectivity: Bool = true,
        successThreshold: Percentage = Percentage(50),
        urlSessionConfiguration: URLSessionConfiguration = defaultURLSessionConfiguration
    ) {
        self.init(
            callbackQueue: callbackQueue,
            connectivityURLRequests: connectivityURLs.map { URLRequest(url: $0) },
            pollingInterval: pollingInterval,
            pollingIsEnabled: pollingIsEnabled,
            pollWhileOfflineOnly: pollWhileOfflineOnly,
            responseValidator: responseValidator,
            shouldCheckConnectivity: shouldCheckConnectivity,
            successThreshold: successThreshold,
            urlSessionConfiguration: urlSessionConfiguration
        )
    }

    /// Sets whether checks take place between changes of the interface, their interval in seconds, and whether only offline.
    @discardableResult
    public func configurePolling(isEnabled: Bool = true, interval: Double = 10, offlineOnly: Bool = true) -> Self {
        connectivity.configurePolling(isEnabled: isEnabled, interval: interval, offlineOnly: offlineOnly)
        return self
    }

    /// Sets the text that a body must contain, equal or match.
    @discardableResult
    public func configureResponseValidation(
        _ validation: ResponseStringValidator.ValidationMode,
        expected: String
    ) -> Self {
        configureResponseValidator(ResponseStringValidator(validationMode: validation, expectedResponse: expected))
    }

    /// Sets the validator that judges responses.
    @discardableResult
    public func configureResponseValidator(_ responseValidator: any ResponseValidator) -> Self {
        connectivity.configureResponseValidator(responseValidator.connectivityValidator)
        return self
    }

    /// Copies the shorter of a session's two time limits and its additional header fields.
    @discardableResult
    public func configureURLSession(_ urlSessionConfiguration: URLSessionConfiguration) -> Self {
        connectivity.configureURLSession(urlSessionConfiguration)
        return self
    }
}
