// swift-tools-version: 6.3

import PackageDescription

// Compiles the files of Plugins/Apple without an Apple system, against stand-ins for the frameworks that
// they import; tests drive the stand-ins. This shows that the files are valid Swift for the API that the stand-ins
// declare, and behave correctly with it. It does not show that Apple's frameworks match the stand-ins.
//
// The tests of the prober based on URLSession are here too: FoundationNetworking keeps the processors busy while it
// waits, so that no other tests can run at the same time.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "AppleCheck",
    platforms: [.macOS(.v15)],
    // With the default traits, so that a build in that package's scratch path shares its modules.
    dependencies: [.package(name: "swift-connectivity", path: "../..")],
    targets: [
        .target(name: "Network", swiftSettings: settings),
        .target(name: "UIKit", swiftSettings: settings),
        .target(name: "AppKit", swiftSettings: settings),
        .target(name: "SwiftUI", swiftSettings: settings),
        // The app of the guide InAnApp, with the settings of a new project.
        .executableTarget(
            name: "HotelApp",
            dependencies: [
                "SwiftUI",
                .product(name: "ConnectivityCore", package: "swift-connectivity"),
                .product(name: "ConnectivityKit", package: "swift-connectivity"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .target(
            name: "AppleFiles",
            dependencies: [
                "Network", "UIKit", "AppKit",
                .product(name: "ConnectivityCore", package: "swift-connectivity"),
                .product(name: "ConnectivityRegistry", package: "swift-connectivity"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AppleCheckTests",
            dependencies: [
                "AppleFiles", "Network",
                .product(name: "ConnectivityCore", package: "swift-connectivity"),
                .product(name: "ConnectivityRegistry", package: "swift-connectivity"),
                .product(name: "ConnectivityTestKit", package: "swift-connectivity"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "URLSessionTests",
            // The command has the server that misbehaves.
            dependencies: ["Core", "Registry", "TestKit", "Command", "URLSession"].map {
                .product(name: "Connectivity\($0)", package: "swift-connectivity")
            },
            swiftSettings: settings + [.define("URLSession")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
