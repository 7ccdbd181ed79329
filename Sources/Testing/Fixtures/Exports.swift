// A test that imports the collection also imports the values of Core and the recordings.
@_exported public import ConnectivityCore
@_exported public import ConnectivityRecords
