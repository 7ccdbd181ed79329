import ConnectivityToolkit
import Dispatch

// The short names that version 8 has for its own use. Nothing here uses them: they let tests that were written for
// version 8 compile, which see them through `@testable import`.

typealias Configuration = ConnectivityConfiguration
typealias ResponseContainsStringValidator = ConnectivityResponseContainsStringValidator
typealias ResponseRegExValidator = ConnectivityResponseRegExValidator
typealias ResponseStringEqualityValidator = ConnectivityResponseStringEqualityValidator
typealias ResponseStringValidator = ConnectivityResponseStringValidator
typealias ResponseValidator = ConnectivityResponseValidator

extension Connectivity {
    /// The queue for callbacks that the configuration states.
    var externalQueue: DispatchQueue { state.withLock { $0.settings.callbackQueue } }

    /// The queue for checks that the configuration states, which has no effect.
    var internalQueue: DispatchQueue { state.withLock { $0.settings.connectivityQueue } }
}
