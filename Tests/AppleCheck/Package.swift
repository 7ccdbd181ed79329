// swift-tools-version: 6.3

import PackageDescription

// The files of Plugins/ConnectivityApple, compiled where there is no Apple system: against stand-ins of the frameworks that
// they import, which tests drive. What it shows is that the files are sound Swift over the API that the stand-ins restate,
// and do what they say with it; not that Apple's frameworks are as restated.
//
// The tests of the prober on URLSession are here too: FoundationNetworking keeps the processors busy while it waits for its
// turn, so that no other tests can run beside it.
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
    dependencies: [.package(name: "swift-connectivity", path: "../..", traits: ["TestTLS"])],
    targets: [
        .target(name: "Network", swiftSettings: settings),
        .target(name: "UIKit", swiftSettings: settings),
        .target(name: "AppKit", swiftSettings: settings),
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
            dependencies: ["Core", "Registry", "TestKit", "TestServer", "URLSession"].map {
                .product(name: "Connectivity\($0)", package: "swift-connectivity")
            },
            swiftSettings: settings + [.define("URLSession")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
