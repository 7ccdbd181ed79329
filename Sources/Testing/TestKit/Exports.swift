// A test that imports the kit also imports the values of Core, the pipeline and the recordings.
@_exported public import ConnectivityCore
@_exported public import ConnectivityPipeline
@_exported public import ConnectivityRecords
