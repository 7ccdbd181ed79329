// A test that imports this module also imports the kit for tests.
@_exported public import ConnectivityTestKit
