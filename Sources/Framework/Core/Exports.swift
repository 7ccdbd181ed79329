// Exports all modules in this folder.
@_exported public import ConnectivityDeciding
