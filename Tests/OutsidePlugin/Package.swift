// swift-tools-version: 6.3

import PackageDescription

// A package of somebody else: a plugin with one part for every stage, its configuration, its command and its tests. It has what
// every package has, the public products alone, and may be copied as a beginning; then the path below becomes a URL.
//
// The settings are those that this project holds itself to; a copy may have others.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-connectivity") }

let package = Package(
    name: "OutsidePlugin",
    platforms: [.macOS(.v15)],
    // Without a trait there is no prober for HTTP: what is asked is asked by the plugin.
    dependencies: [.package(name: "swift-connectivity", path: "../..", traits: [])],
    targets: [
        .target(
            name: "ExamplePlugin",
            dependencies: [
                product("ConnectivityCore"), product("ConnectivityRegistry"), product("ConnectivityBlocking"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "examplectl",
            dependencies: ["ExamplePlugin", product("ConnectivityCommand")],
            swiftSettings: settings
        ),
        // A client of Core alone, which must not need Foundation.
        .executableTarget(
            name: "ClientProbe",
            dependencies: [product("ConnectivityCore")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ExamplePluginTests",
            dependencies: [
                "ExamplePlugin", product("ConnectivityCore"), product("ConnectivityKit"),
                product("ConnectivityCommand"),
                product("ConnectivityRecords"), product("ConnectivityTestKit"),
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
