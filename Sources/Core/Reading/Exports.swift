@_exported public import ConnectivityInterfaces
