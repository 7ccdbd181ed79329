/// Creates the validator of a mode.
struct ResponseValidatorFactory {
    let validationMode: ConnectivityResponseValidationMode
    let expectedResponse: String
    let regEx: String
    let customValidator: any ConnectivityResponseValidator

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
