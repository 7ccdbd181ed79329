@_exported public import ConnectivityInterfaces
@_exported public import ConnectivityReading
