/// Chooses the validator that a mode asks for.
struct ResponseValidatorFactory {
    let validationMode: ConnectivityResponseValidationMode
    /// The text that a body must contain or equal.
    let expectedResponse: String
    let regEx: String
    let customValidator: any ConnectivityResponseValidator

    /// Returns the validator for the mode.
    func manufacture() -> any ConnectivityResponseValidator {
        switch validationMode {
        case .containsExpectedResponseString:
            ConnectivityResponseContainsStringValidator(expectedResponse: expectedResponse)
        case .equalsExpectedResponseString:
            ConnectivityResponseStringEqualityValidator(expectedResponse: expectedResponse)
        case .matchesRegularExpression:
            ConnectivityResponseRegExValidator(regEx: regEx)
        case .custom:
            customValidator
        }
    }
}
