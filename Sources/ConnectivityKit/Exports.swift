// Batteries included: one import for all that is needed to compose a pipeline. Name lookups are part of it too; only who
// asks name servers in code, or reads their answers, also imports ConnectivityNames.
@_exported public import ConnectivityCore
@_exported public import ConnectivityCurl
@_exported public import ConnectivityDecoding
@_exported public import ConnectivityLinux
@_exported public import ConnectivityNetworkManager
@_exported public import ConnectivityNotifiers
@_exported public import ConnectivityPCRE2
@_exported public import ConnectivityPipeline
@_exported public import ConnectivityRegistry
@_exported public import ConnectivityText

#if canImport(Darwin)
@_exported public import ConnectivityApple
@_exported public import ConnectivityURLSession
#endif
