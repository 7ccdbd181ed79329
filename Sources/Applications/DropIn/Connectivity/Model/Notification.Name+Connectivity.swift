public import Foundation

extension Notification.Name {
    /// The notifier was started; the object is the ``Connectivity``.
    public static let ConnectivityDidStart = Notification.Name("kNetworkConnectivityStartedNotification")
    /// The status changed; the object is the ``Connectivity``.
    public static let ConnectivityDidChange = Notification.Name("kNetworkConnectivityChangedNotification")
    /// The notifier was stopped; the object is the ``Connectivity``, or `nil` if its release stopped the notifier.
    public static let ConnectivityDidFinish = Notification.Name("kNetworkConnectivityFinishedNotification")
    /// The interface in use, or the set of kinds of usable interfaces, changed; the object is the ``Connectivity``.
    public static let ReachabilityDidChange = Notification.Name("kNetworkReachabilityChangedNotification")
}

/// The name of `Notification.Name.ConnectivityDidChange` as a string.
public let kNetworkConnectivityChangedNotification = "kNetworkConnectivityChangedNotification"
