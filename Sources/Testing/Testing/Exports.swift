// A test that imports this module also gets the kit for tests.
@_exported public import ConnectivityTestKit
