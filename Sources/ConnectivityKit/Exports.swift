@_exported public import ConnectivityCore
@_exported public import ConnectivityPipeline
@_exported public import ConnectivityRegistry
