package import ConnectivityCore

extension AssessmentCaveat: SchemaProviding {}
