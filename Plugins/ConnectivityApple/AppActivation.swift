#if canImport(UIKit) || canImport(AppKit)
internal import Foundation

#if canImport(AppKit)
internal import AppKit
#endif
#if canImport(UIKit)
internal import UIKit
#endif

/// Tells when the program comes to the front: a suspended program hears of no change, so that what it knows may be old.
public enum AppActivation: Sendable {
    /// The activations from now on, without end; they end with the task that iterates.
    ///
    /// Several that come before the listener is ready for the next make one. Use it to check again:
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

/// `@unchecked Sendable`: the token is only handed back, which any thread may do.
private struct NotificationObserver: @unchecked Sendable {
    private let token: any NSObjectProtocol

    init(_ token: any NSObjectProtocol) { self.token = token }

    func end() { NotificationCenter.default.removeObserver(token) }
}
#elseif canImport(Network)
/// Nothing tells of activations here.
enum AppActivation: Sendable {
    static let feed: Feed<Void> = { _ in {} }
}
#endif
