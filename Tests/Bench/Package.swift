// swift-tools-version: 6.3

import PackageDescription

// The program that Tests/Bench/run measures; like every other package it uses only the public products.
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
    name: "Bench",
    platforms: [.macOS(.v15)],
    // With this trait, a build in the scratch path of the package on which this one depends shares its modules.
    traits: [.trait(name: "SystemLibraries"), .default(enabledTraits: ["SystemLibraries"])],
    dependencies: [
        .package(
            name: "swift-connectivity",
            path: "../..",
            traits: [.trait(name: "SystemLibraries", condition: .when(traits: ["SystemLibraries"]))]
        )
    ],
    targets: [
        .executableTarget(
            name: "connectivity-bench",
            dependencies: [
                product("ConnectivityKit"), product("ConnectivityCore"), product("ConnectivityRegistry"),
                product("ConnectivityToolkit"),
            ],
            swiftSettings: settings
        )
    ],
    swiftLanguageModes: [.v6]
)
