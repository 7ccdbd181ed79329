// The types in the signatures of this module, so that one import is enough.
@_exported public import struct ConnectivityCommandTools.Console
@_exported public import enum ConnectivityCommandTools.ExitStatus
