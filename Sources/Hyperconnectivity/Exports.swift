@_exported public import Foundation

// What the signatures of this module hold, so that one import is enough. The percentage brings the names of notifications.
@_exported public import struct Connectivity.ConnectivityPercentage
@_exported public import struct ConnectivityCore.Assessment
@_exported public import enum ConnectivityCore.InternetAccess

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
