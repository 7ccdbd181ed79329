/// The error of an authority that could not be created.
package struct TestAuthorityError: Error, Hashable, Sendable {
    /// The reason of the error.
    @nonexhaustive
    package enum Fault: Hashable, Sendable {
        /// The package was built without the trait `OpenSSL`.
        case withoutTrait
        /// OpenSSL failed to create a key or a certificate.
        case refused
    }

    /// The reason of the error.
    package var fault: Fault

    package init(_ fault: Fault) { self.fault = fault }
}

extension TestAuthorityError: CustomStringConvertible {
    /// One line: the reason why there is no TLS, and the remedy.
    package var description: String {
        switch fault {
        case .withoutTrait:
            "TLS is not available: this build lacks the trait OpenSSL; build with the default traits (Debian: libssl-dev)"
        case .refused: "TLS is not available: OpenSSL cannot create a certificate"
        }
    }
}
