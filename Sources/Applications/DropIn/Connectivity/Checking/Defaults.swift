import ConnectivityToolkit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The default settings of all objects.
package final class Defaults: Sendable {
    /// The defaults of the process, unless this task or a parent task replaces them.
    @TaskLocal package static var current = Defaults()

    let isHTTPSOnly = Lock(true)
    let urlSessionConfiguration = Lock(ConnectivityConfiguration.defaultURLSessionConfiguration)

    package init() {}
}
