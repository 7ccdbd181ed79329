@_exported public import Foundation

// The types in the signatures of this module, so that one import is enough. The import of the percentage also provides the
// names of the notifications.
@_exported public import struct Connectivity.ConnectivityPercentage
@_exported public import struct ConnectivityCore.Assessment
@_exported public import enum ConnectivityCore.InternetAccess

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
