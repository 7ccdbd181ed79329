package import ConnectivityCore

extension SignInOccasion.Purpose: SchemaProviding {}
