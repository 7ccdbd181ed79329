@_exported public import ConnectivityEndpoints
