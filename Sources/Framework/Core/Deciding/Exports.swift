@_exported public import ConnectivityRounds
