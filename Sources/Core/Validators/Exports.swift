@_exported public import ConnectivityRedacting
