@_exported public import ConnectivityFormats
