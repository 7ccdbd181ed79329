@_exported public import ConnectivityText
@_exported public import Foundation

// What the signatures of this module hold, so that one import is enough. The rest of the package keeps its names to itself:
// code that composes a pipeline imports ConnectivityKit.
@_exported public import struct ConnectivityCore.Assessment
@_exported public import enum ConnectivityCore.InternetAccess
@_exported public import struct ConnectivityCore.PathAssessment
@_exported public import struct ConnectivityCore.Reason

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
