// swift-tools-version: 6.3

import PackageDescription

// A client of Core alone, with none of this package's settings: what it needs to build and link is what Core promises.
let package = Package(
    name: "ClientProbe",
    dependencies: [.package(name: "swift-connectivity", path: "../..")],
    targets: [
        .executableTarget(
            name: "ClientProbe",
            dependencies: [.product(name: "ConnectivityCore", package: "swift-connectivity")]
        )
    ]
)
