public import Dispatch
import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension ConnectivityConfiguration {
    /// The value of the `Authorization` field; `nil` sets none.
    public var authorizationHeader: String? { current.authorizationHeader }

    /// The bearer token; `nil` sends none.
    public var bearerToken: String? { current.bearerToken }

    /// The queue for callbacks and notifications and, on platforms with Combine, for published values.
    public var callbackQueue: DispatchQueue { current.callbackQueue }

    /// Whether activation of the application causes a check.
    public var checkWhenApplicationDidBecomeActive: Bool { current.checkWhenApplicationDidBecomeActive }

    /// The given queue for checks, which has no effect, because checks need no queue.
    public var connectivityQueue: DispatchQueue { current.connectivityQueue }

    /// The given requests, including those that a ``Connectivity`` leaves out.
    public var connectivityURLRequests: [URLRequest] { current.urlRequests ?? Self.defaultConnectivityURLRequests }

    /// The framework, which has no effect.
    public var framework: Connectivity.Framework { current.framework }

    /// The interval from the end of a check to the next in seconds.
    public var pollingInterval: Double { current.pollingInterval }

    /// Whether checks also take place between changes of the interface.
    public var pollingIsEnabled: Bool { current.isPollingEnabled }

    /// Whether these checks stop while the Internet is reachable.
    public var pollWhileOfflineOnly: Bool { current.pollWhileOfflineOnly }

    /// The validator of responses; by default it expects the word `Success`.
    public var responseValidator: any ConnectivityResponseValidator { current.responseValidator.validator }

    /// The share of URLs that must answer as expected.
    public var successThreshold: Connectivity.Percentage { current.successThreshold }

    /// The given session configuration: the shorter of its two time limits and its additional header fields are used.
    ///
    /// Later changes of it have no effect.
    public var urlSessionConfiguration: URLSessionConfiguration { current.urlSessionConfiguration }

    /// The validation mode.
    public var validationMode: Connectivity.ValidationMode { current.validationMode }
}
