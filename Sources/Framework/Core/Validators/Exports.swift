@_exported public import ConnectivityProbes
