import ConnectivitySupport
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What holds for all objects that have nothing of their own.
package final class Defaults: Sendable {
    /// Those of the process, unless this task or one that it is a child of has its own.
    @TaskLocal package static var current = Defaults()

    let isHTTPSOnly = Mutex(true)
    let urlSessionConfiguration = Mutex(ConnectivityConfiguration.defaultURLSessionConfiguration)

    package init() {}
}
