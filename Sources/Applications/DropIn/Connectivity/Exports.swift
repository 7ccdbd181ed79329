@_exported public import Foundation

// The types in the signatures of this module, and the sentences of their reasons, so that one import is enough. Other
// modules are not exported: code that composes a pipeline imports ConnectivityKit.
@_exported public import struct ConnectivityCore.Assessment
@_exported public import enum ConnectivityCore.InternetAccess
@_exported public import struct ConnectivityCore.PathAssessment
@_exported public import struct ConnectivityCore.Reason
@_exported public import struct ConnectivityKit.Sentences

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
