// Everything public of the rooms in this folder, from the bottom to the top.
@_exported public import ConnectivityDeciding
