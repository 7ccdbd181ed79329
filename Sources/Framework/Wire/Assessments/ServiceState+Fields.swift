package import ConnectivityCore

extension ServiceState: SchemaProviding {}
