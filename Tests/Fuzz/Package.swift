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

func products(_ names: [String]) -> [Target.Dependency] {
    names.map { .product(name: "Connectivity\($0)", package: "swift-connectivity") }
}

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "swift-connectivity", path: "../..")],
    targets: [
        .target(
            name: "Readers",
            // The Kit and the command have the modules that are no products.
            dependencies: products([
                "Core", "Registry", "Names", "Netlink", "Kit", "Toolkit", "Command",
            ]),
            swiftSettings: settings
        ),
        .executableTarget(name: "Fuzz", dependencies: ["Readers"], swiftSettings: settings),
        .executableTarget(name: "Corpus", dependencies: ["Readers"] + products(["TestKit"]), swiftSettings: settings),
    ]
)
