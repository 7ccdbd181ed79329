@_exported public import ConnectivityValidators
