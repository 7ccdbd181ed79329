public import Connectivity
public import Dispatch

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A share from 0 to 100.
public typealias Percentage = ConnectivityPercentage

/// What a publisher is to be set to, in calls that can be chained.
///
/// Every call changes the object and returns it. Each listener takes what is set when it begins.
public final class HyperconnectivityConfiguration: Sendable {
    /// The URLs that are asked where nothing else is said.
    public static let defaultConnectivityURLs =
        ConnectivityConfiguration.defaultConnectivityURLRequests.compactMap(\.url)

    /// A new configuration of a session with limits of five seconds and without a cache.
    public static var defaultURLSessionConfiguration: URLSessionConfiguration {
        ConnectivityConfiguration.defaultURLSessionConfiguration
    }

    let connectivity: ConnectivityConfiguration
    let shouldCheckConnectivity: Bool

    /// Creates a configuration.
    /// - Parameters:
    ///   - callbackQueue: Where notifications are posted, and where there is Combine, values received.
    ///   - connectivityQueue: Has no effect: checks need no queue.
    ///   - connectivityURLRequests: The requests that are sent.
    ///   - pollingInterval: The seconds from the end of a check to the next.
    ///   - pollingIsEnabled: Whether there are checks between changes of the interface.
    ///   - pollWhileOfflineOnly: Whether that ends while the Internet is there.
    ///   - responseValidator: What judges responses; `nil` means that the body contains the word `Success`.
    ///   - shouldCheckConnectivity: Whether there are checks at all; without them there is no result.
    ///   - successThreshold: The share of URLs that must answer as expected.
    ///   - urlSessionConfiguration: Heeded are the shorter of its two time limits and its additional header fields.
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
        // There was no such rule; a URL that is set is asked.
        .configureHTTPSOnly(false)
    }

    /// Creates a configuration with URLs, each of which is asked with `GET`; the other parameters are those of
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

    /// Sets whether, how often and when there are checks between changes of the interface.
    @discardableResult
    public func configurePolling(isEnabled: Bool = true, interval: Double = 10, offlineOnly: Bool = true) -> Self {
        connectivity.configurePolling(isEnabled: isEnabled, interval: interval, offlineOnly: offlineOnly)
        return self
    }

    /// Sets the text that a body must contain, be or match.
    @discardableResult
    public func configureResponseValidation(
        _ validation: ResponseStringValidator.ValidationMode,
        expected: String
    ) -> Self {
        configureResponseValidator(ResponseStringValidator(validationMode: validation, expectedResponse: expected))
    }

    /// Sets what judges responses.
    @discardableResult
    public func configureResponseValidator(_ responseValidator: any ResponseValidator) -> Self {
        connectivity.configureResponseValidator(responseValidator.connectivityValidator)
        return self
    }

    /// Takes the shorter of a session's time limits and its additional header fields.
    @discardableResult
    public func configureURLSession(_ urlSessionConfiguration: URLSessionConfiguration) -> Self {
        connectivity.configureURLSession(urlSessionConfiguration)
        return self
    }
}
