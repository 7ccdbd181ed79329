import ConnectivityToolkit
import Dispatch

// The internal short names of version 8, unused here: they let tests for version 8 compile, which see them through
// `@testable import`.

typealias Configuration = ConnectivityConfiguration
typealias ResponseContainsStringValidator = ConnectivityResponseContainsStringValidator
typealias ResponseRegExValidator = ConnectivityResponseRegExValidator
typealias ResponseStringEqualityValidator = ConnectivityResponseStringEqualityValidator
typealias ResponseStringValidator = ConnectivityResponseStringValidator
typealias ResponseValidator = ConnectivityResponseValidator

extension Connectivity {
    var externalQueue: DispatchQueue { state.withLock { $0.settings.callbackQueue } }

    /// The queue for checks of the configuration, which has no effect.
    var internalQueue: DispatchQueue { state.withLock { $0.settings.connectivityQueue } }
}
