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

    /// The queue for callbacks and notifications.
    public var callbackQueue: DispatchQueue { current.callbackQueue }

    /// Whether a check is made when the application becomes active.
    public var checkWhenApplicationDidBecomeActive: Bool { current.checkWhenApplicationDidBecomeActive }

    /// The queue that was given for checks, which has no effect.
    public var connectivityQueue: DispatchQueue { current.connectivityQueue }

    /// The requests as they were given, with those that a ``Connectivity`` leaves out.
    public var connectivityURLRequests: [URLRequest] { current.urlRequests ?? Self.defaultConnectivityURLRequests }

    /// The framework, which has no effect.
    public var framework: Connectivity.Framework { current.framework }

    /// The seconds from the end of a check to the next.
    public var pollingInterval: Double { current.pollingInterval }

    /// Whether checks are also made between changes of the interface.
    public var pollingIsEnabled: Bool { current.isPollingEnabled }

    /// Whether these checks stop while the Internet is reachable.
    public var pollWhileOfflineOnly: Bool { current.pollWhileOfflineOnly }

    /// The validator of responses; without one that was given, a validator that expects the word `Success`.
    public var responseValidator: any ConnectivityResponseValidator { current.responseValidator.validator }

    /// The share of URLs that must answer as expected.
    public var successThreshold: Connectivity.Percentage { current.successThreshold }

    /// The session configuration as it was given; later changes of it have no effect.
    public var urlSessionConfiguration: URLSessionConfiguration { current.urlSessionConfiguration }

    /// How responses are judged.
    public var validationMode: Connectivity.ValidationMode { current.validationMode }
}
