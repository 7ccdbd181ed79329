public import Foundation

/// The program, as far as Plugins/ConnectivityApple uses it: isolated as in the framework, and its notification is not.
@MainActor open class UIApplication: NSObject {
    public nonisolated class var didBecomeActiveNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    }
}
