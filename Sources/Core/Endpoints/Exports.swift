@_exported public import ConnectivityRedacting
@_exported public import ConnectivityValidators
