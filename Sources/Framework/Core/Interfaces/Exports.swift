@_exported public import ConnectivityValues
