public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// Public names of versions 1 to 7 that version 8 lacks, each an exact synonym of a current name. The migration article
// lists the other names.

extension ConnectivityStatus {
    /// The name of versions 1 and 2 for ``connectedViaCellular``.
    @available(*, deprecated, renamed: "connectedViaCellular")
    public static var connectedViaWWAN: Self { .connectedViaCellular }

    /// The name of versions 1 and 2 for ``connectedViaCellularWithoutInternet``.
    @available(*, deprecated, renamed: "connectedViaCellularWithoutInternet")
    public static var connectedViaWWANWithoutInternet: Self { .connectedViaCellularWithoutInternet }
}

extension Connectivity {
    /// The name of version 1 for ``isConnectedViaCellular``.
    @available(*, deprecated, renamed: "isConnectedViaCellular")
    public var isConnectedViaWWAN: Bool { isConnectedViaCellular }

    /// The name of version 1 for ``isConnectedViaCellularWithoutInternet``.
    @available(*, deprecated, renamed: "isConnectedViaCellularWithoutInternet")
    public var isConnectedViaWWANWithoutInternet: Bool { isConnectedViaCellularWithoutInternet }

    /// The name of version 1.0 for ``isPollingEnabled``.
    @available(*, deprecated, renamed: "isPollingEnabled")
    public var aggressivePolling: Bool {
        get { isPollingEnabled }
        set { isPollingEnabled = newValue }
    }

    /// The name of version 1.0 for ``successThreshold``.
    @available(*, deprecated, renamed: "successThreshold")
    public var connectivityThreshold: Percentage {
        get { successThreshold }
        set { successThreshold = newValue }
    }
}

extension ConnectivityConfiguration {
    /// The URLs of ``defaultConnectivityURLRequests``, by the name of versions 5.2 and 6.0.
    @available(*, deprecated, message: "use defaultConnectivityURLRequests")
    public static var defaultConnectivityURLs: [URL] { defaultConnectivityURLRequests.compactMap(\.url) }

    /// Creates a configuration with URLs for `GET` requests, as in versions 5.2 and 6.0.
    ///
    /// Except for `connectivityURLs`, the parameters are those of the initializer with requests.
    @available(*, deprecated, message: "use connectivityURLRequests:, or configureConnectivity(urls:)")
    public convenience init(
        callbackQueue: DispatchQueue = .main,
        checkWhenApplicationDidBecomeActive: Bool = true,
        connectivityQueue: DispatchQueue = .global(qos: .default),
        connectivityURLs: [URL],
        pollingInterval: Double = 10,
        pollingIsEnabled: Bool = true,
        pollWhileOfflineOnly: Bool = true,
        responseValidator: (any ConnectivityResponseValidator)? = nil,
        successThreshold: Connectivity.Percentage = Connectivity.Percentage(50),
        urlSessionConfiguration: URLSessionConfiguration = defaultURLSessionConfiguration,
        validationMode: Connectivity.ValidationMode? = nil
    ) {
        self.init(
            callbackQueue: callbackQueue,
            checkWhenApplicationDidBecomeActive: checkWhenApplicationDidBecomeActive,
            connectivityQueue: connectivityQueue,
            connectivityURLRequests: connectivityURLs.map { URLRequest(url: $0) },
            pollingInterval: pollingInterval,
            pollingIsEnabled: pollingIsEnabled,
            pollWhileOfflineOnly: pollWhileOfflineOnly,
            responseValidator: responseValidator,
            successThreshold: successThreshold,
            urlSessionConfiguration: urlSessionConfiguration,
            validationMode: validationMode
        )
    }
}

extension ConnectivityResponseStringValidator {
    /// Creates a validator, by the label of version 3.2.
    @available(*, deprecated, renamed: "init(validationMode:expectedResponse:)")
    public convenience init(validationMode: ValidationMode, expected: String) {
        self.init(validationMode: validationMode, expectedResponse: expected)
    }

    /// The name of version 3.2 for ``expectedResponse``.
    @available(*, deprecated, renamed: "expectedResponse")
    public var expected: String { expectedResponse }
}

extension ConnectivityResponseValidator {
    /// Judges the response to a `GET` of a URL, by the label of versions 3.2 to 6.0.
    ///
    /// Your own validator must implement ``isResponseValid(urlRequest:response:data:)`` instead, which documents the arguments.
    @available(*, deprecated, message: "use isResponseValid(urlRequest:response:data:)")
    public func isResponseValid(url: URL, response: URLResponse?, data: Data?) -> Bool {
        isResponseValid(urlRequest: URLRequest(url: url), response: response, data: data)
    }
}
