// The names that `import ConnectivityKit` makes available: those with which a program composes a pipeline, reads its
// reports, states expectations of answers, names parts in a configuration, and prints results as sentences. Every
// member of these types can be used, whatever its type is. Programs that name more types import ConnectivityCore, which
// has all evidence and every stage. `.ci/surface` lists the exported names.

@_exported public import struct ConnectivityCore.AllOf
@_exported public import struct ConnectivityCore.AnyOf
@_exported public import struct ConnectivityCore.Assessment
@_exported public import struct ConnectivityCore.BodyContains
@_exported public import struct ConnectivityCore.BodyEquals
@_exported public import struct ConnectivityCore.Endpoint
@_exported public import struct ConnectivityCore.EvidencePolicy
@_exported public import struct ConnectivityCore.HeaderValue
@_exported public import protocol ConnectivityCore.InterfaceSource
@_exported public import enum ConnectivityCore.InternetAccess
@_exported public import protocol ConnectivityCore.Notifier
@_exported public import struct ConnectivityCore.PipelineConfiguration
@_exported public import enum ConnectivityCore.PipelineEvent
@_exported public import struct ConnectivityCore.PortalSignals
@_exported public import struct ConnectivityCore.ProbeExchange
@_exported public import struct ConnectivityCore.ProbeResponse
@_exported public import protocol ConnectivityCore.Prober
@_exported public import struct ConnectivityCore.QuorumPolicy
@_exported public import struct ConnectivityCore.Reason
@_exported public import protocol ConnectivityCore.ResponseValidator
@_exported public import struct ConnectivityCore.RoundSchedule
@_exported public import struct ConnectivityCore.SharePolicy
@_exported public import struct ConnectivityCore.StatusCode
@_exported public import protocol ConnectivityCore.ThresholdPolicy
@_exported public import struct ConnectivityCore.Verdict
@_exported public import struct ConnectivityCurl.CurlProber
@_exported public import struct ConnectivityNames.NoSuchName
@_exported public import struct ConnectivityPCRE2.BodyMatches
@_exported public import class ConnectivityPipeline.AssessmentUpdates
@_exported public import struct ConnectivityPipeline.ClosureNotifier
@_exported public import struct ConnectivityPipeline.Pipeline
@_exported public import struct ConnectivityPipeline.ScriptedInterfaceSource
@_exported public import struct ConnectivityPipeline.StaticInterfaceSource
@_exported public import struct ConnectivityRegistry.ComponentReference
@_exported public import protocol ConnectivityRegistry.Configurable
@_exported public import protocol ConnectivityRegistry.ConnectivityPlugin
@_exported public import enum ConnectivityRegistry.PluginError
@_exported public import struct ConnectivityRegistry.PluginID
@_exported public import struct ConnectivityRegistry.PluginRegistry
@_exported public import struct ConnectivityText.Sentences

#if os(Linux)
@_exported public import struct ConnectivityNetlink.NetlinkInterfaceSource
#endif

#if canImport(Darwin)
@_exported public import ConnectivityApple
@_exported public import ConnectivityURLSession
#endif
