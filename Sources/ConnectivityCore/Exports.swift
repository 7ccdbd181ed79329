// Everything public of the rooms in Sources/Core, from the bottom to the top.
@_exported public import ConnectivityDeciding
