@_exported public import ConnectivityReading
