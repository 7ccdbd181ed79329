// swift-tools-version: 6.3
import PackageDescription

// The program of the guide "In a container".
let package = Package(
    name: "kiosk",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "swift-connectivity", path: "swift-connectivity")],
    targets: [
        .executableTarget(
            name: "kiosk",
            dependencies: [.product(name: "ConnectivityKit", package: "swift-connectivity")]
        )
    ]
)
