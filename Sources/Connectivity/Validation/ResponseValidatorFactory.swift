/// Chooses the validator that a mode asks for.
struct ResponseValidatorFactory {
    /// How responses are judged.
    let validationMode: ConnectivityResponseValidationMode
    /// The text that a body must contain or equal.
    let expectedResponse: String
    /// The regular expression that a body must match.
    let regEx: String
    /// The validator of the mode ``ConnectivityResponseValidationMode/custom``.
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
