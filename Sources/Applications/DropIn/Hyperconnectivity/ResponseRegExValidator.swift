import Connectivity
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Expects the body to match a regular expression, in PCRE2 syntax.
public final class ResponseRegExValidator: NamedValidator, Sendable {
    /// The default expression.
    public static let defaultRegularExpression = ConnectivityResponseRegExValidator.defaultRegularExpression

    let base: any ConnectivityResponseValidator & Sendable

    /// Creates a validator.
    /// - Parameters:
    ///   - regEx: The expression; an expression that cannot be compiled matches nothing.
    ///   - options: The matching options. `nil` means that case is ignored, white space and comments in the
    ///     expression are ignored, and a dot also matches line ends.
    public init(
        regEx: String = ResponseRegExValidator.defaultRegularExpression,
        options: NSRegularExpression.Options? = nil
    ) {
        base = ConnectivityResponseRegExValidator(regEx: regEx, options: options)
    }

    public func isResponseValid(_ response: URLResponse, data: Data) -> Bool { isBodyValid(data) }
}
