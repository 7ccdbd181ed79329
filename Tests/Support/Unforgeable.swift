package import ConnectivityCore

/// Expects what another validator expects, as if only the endpoint of a test could answer so.
///
/// A status alone is what any gateway gives, so that over plain HTTP it would prove nothing.
package struct Unforgeable: ResponseValidator {
    private let validator: any ResponseValidator

    package init(_ validator: some ResponseValidator) { self.validator = validator }

    package var role: Verdict.Role { .expectation }

    package func validate(_ exchange: ProbeExchange) -> Verdict {
        exchange.isImitated ? .inconclusive : validator.validate(exchange)
    }
}
