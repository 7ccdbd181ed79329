import ConnectivityToolkit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The settings of all objects that do not set their own.
package final class Defaults: Sendable {
    /// The defaults of the process, unless this task or a parent task has its own.
    @TaskLocal package static var current = Defaults()

    let isHTTPSOnly = Lock(true)
    let urlSessionConfiguration = Lock(ConnectivityConfiguration.defaultURLSessionConfiguration)

    package init() {}
}
