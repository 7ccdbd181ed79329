public import Foundation

/// The part of `NSApplication` that Plugins/Apple uses; the class is isolated as in the framework, its
/// notification is not.
@MainActor open class NSApplication: NSObject {
    public nonisolated class var didBecomeActiveNotification: NSNotification.Name {
        NSNotification.Name("NSApplicationDidBecomeActiveNotification")
    }
}
