package import ConnectivityCore

extension SignInOutcome.Claim: SchemaProviding {}
