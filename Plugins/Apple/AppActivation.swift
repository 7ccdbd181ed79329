#if canImport(UIKit) || canImport(AppKit)
import Foundation

#if canImport(AppKit)
import AppKit
#endif
#if canImport(UIKit)
import UIKit
#endif

/// The activations of the app: a suspended app receives no network changes, so its information may be outdated.
public enum AppActivation: Sendable {
    /// An endless sequence of the activations from now on; it ends when the iterating task is cancelled.
    ///
    /// Activations that occur before the listener asks for the next one are merged into one. Use it to check again:
    /// `for await _ in AppActivation.all { await checkAgain() }`.
    public static var all: AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let end = feed { continuation.yield() }
        continuation.onTermination = { _ in end() }
        return stream
    }

    static let feed: Feed<Void> = { receive in
        let observers = names.map { name in
            NotificationObserver(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in receive(()) }
            )
        }
        return { observers.forEach { $0.end() } }
    }

    private static var names: [Notification.Name] {
        var names: [Notification.Name] = []
        #if canImport(AppKit)
        names.append(NSApplication.didBecomeActiveNotification)
        #endif
        #if canImport(UIKit) && !os(watchOS)
        names.append(UIApplication.didBecomeActiveNotification)
        #endif
        return names
    }
}

/// `@unchecked Sendable`: the token is only passed back to `NotificationCenter`, which any thread may do.
private struct NotificationObserver: @unchecked Sendable {
    private let token: any NSObjectProtocol

    init(_ token: any NSObjectProtocol) { self.token = token }

    func end() { NotificationCenter.default.removeObserver(token) }
}
#elseif canImport(Network)
/// Reports no activations: this platform has neither UIKit nor AppKit.
enum AppActivation: Sendable {
    static let feed: Feed<Void> = { _ in {} }
}
#endif
