// swift-tools-version: 6.3

import PackageDescription

// Runs the readers of hostile bytes under libFuzzer, and measures their times; `run` does both. The settings are those of the
// whole project.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "swift-connectivity", path: "../..", traits: ["Compression"])],
    targets: [
        .target(
            name: "Readers",
            dependencies: [
                .product(name: "ConnectivityCore", package: "swift-connectivity"),
                .product(name: "ConnectivityConnection", package: "swift-connectivity"),
                .product(name: "ConnectivityDecoding", package: "swift-connectivity"),
                .product(name: "ConnectivityEcho", package: "swift-connectivity"),
                .product(name: "ConnectivityLinux", package: "swift-connectivity"),
                .product(name: "ConnectivityNames", package: "swift-connectivity"),
                .product(name: "ConnectivityPluginHost", package: "swift-connectivity"),
                .product(name: "ConnectivityQuestions", package: "swift-connectivity"),
                .product(name: "ConnectivityRecords", package: "swift-connectivity"),
                .product(name: "ConnectivityRegistry", package: "swift-connectivity"),
                .product(name: "ConnectivityTestServer", package: "swift-connectivity"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(name: "Fuzz", dependencies: ["Readers"], swiftSettings: settings),
        .executableTarget(name: "Corpus", dependencies: ["Readers"], swiftSettings: settings),
    ]
)
