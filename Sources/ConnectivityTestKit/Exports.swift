// A test that imports the kit has the values, the pipeline and the recordings too.
@_exported public import ConnectivityCore
@_exported public import ConnectivityPipeline
@_exported public import ConnectivityRecords
