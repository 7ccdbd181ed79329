// swift-tools-version: 6.3

import PackageDescription

// An example of a third-party package: a plugin with one part for every stage, its configuration, its command and
// its tests. Like every other package it uses only the public products. It may be copied as a template; then the
// path below becomes a URL.
//
// The settings are those of this project; a copy may have others.
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
    // Without this trait there is no prober for HTTP: the plugin's own probers ask all questions. With it, a build in the scratch
    // path of the package on which this one depends shares its modules.
    traits: [.trait(name: "SystemLibraries"), .default(enabledTraits: ["SystemLibraries"])],
    dependencies: [
        .package(
            name: "swift-connectivity",
            path: "../..",
            traits: [.trait(name: "SystemLibraries", condition: .when(traits: ["SystemLibraries"]))]
        )
    ],
    targets: [
        .target(
            name: "ExamplePlugin",
            dependencies: [
                product("ConnectivityCore"), product("ConnectivityKit"), product("ConnectivityRegistry"),
                product("ConnectivityToolkit"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "examplectl",
            dependencies: ["ExamplePlugin", product("ConnectivityCommand")],
            swiftSettings: settings
        ),
        // A validator that is a program by one line, for hosts that name it in their configuration.
        .executableTarget(
            name: "status-line",
            dependencies: [
                product("ConnectivityCore"), product("ConnectivityRegistry"), product("ConnectivityToolkit"),
            ],
            swiftSettings: settings
        ),
        // A client that only uses Core, which must not need Foundation.
        .executableTarget(
            name: "ClientProbe",
            dependencies: [product("ConnectivityCore")],
            swiftSettings: settings
        ),
        // An application that was written for Connectivity or Hyperconnectivity, with each kind of snippet that their texts show.
        .executableTarget(
            name: "FamiliarNames",
            dependencies: [product("Connectivity"), product("ConnectivityCore"), product("ConnectivityKit")],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "ExamplePluginTests",
            dependencies: [
                "ExamplePlugin", product("ConnectivityCore"), product("ConnectivityKit"),
                product("ConnectivityCommand"), product("ConnectivityRegistry"),
                product("ConnectivityTestKit"),
            ],
            swiftSettings: settings
        ),
        // The code of the guides, as far as it needs no trait: what their readers see, with the settings of
        // `swift package init`.
        .testTarget(
            name: "GuideTests",
            dependencies: [
                product("Connectivity"), product("ConnectivityKit"), product("ConnectivityCore"),
                product("ConnectivityRegistry"), product("ConnectivityToolkit"), product("ConnectivityCommand"),
                product("ConnectivityTestKit"), product("ConnectivityTesting"), product("ConnectivityFixtures"),
            ],
            exclude: ["Sessions"],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        // The programs of the guides that keep a pipeline: an app and a server.
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                product("ConnectivityKit"), product("ConnectivityCore"), product("ConnectivityTestKit"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        // The first day of a new developer, with the guides alone and the settings of `swift package init`.
        .testTarget(
            name: "FirstDayTests",
            dependencies: [
                product("ConnectivityCore"), product("ConnectivityKit"), product("ConnectivityRegistry"),
                product("ConnectivityTestKit"),
            ],
            exclude: ["Fixtures"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
