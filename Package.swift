// swift-tools-version: 6.3

import PackageDescription

/// Settings applied to every Swift target, so that a new target cannot forget one.
let strictSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),
]

/// The systems that have Foundation anyway, and its `URLSession` in place of libcurl.
let apple: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS]

let package = Package(
    name: "swift-connectivity",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Connectivity", targets: ["Connectivity", "Hyperconnectivity"]),
        .library(name: "ConnectivityKit", targets: ["ConnectivityKit"]),
        .library(name: "ConnectivityCore", targets: ["ConnectivityCore"]),
        .library(name: "ConnectivityBlocking", targets: ["ConnectivityBlocking"]),
        .library(name: "ConnectivityText", targets: ["ConnectivityText"]),
        .library(name: "ConnectivityPipeline", targets: ["ConnectivityPipeline"]),
        .library(name: "ConnectivityRegistry", targets: ["ConnectivityRegistry"]),
        .library(name: "ConnectivityRecords", targets: ["ConnectivityRecords"]),
        .library(name: "ConnectivityTestServer", targets: ["ConnectivityTestServer"]),
        .library(name: "ConnectivityDiagnosis", targets: ["ConnectivityDiagnosis"]),
        .library(name: "ConnectivityPluginHost", targets: ["ConnectivityPluginHost"]),
        .library(name: "ConnectivityEmulation", targets: ["ConnectivityEmulation"]),
        .library(name: "ConnectivityReport", targets: ["ConnectivityReport"]),
        .library(name: "ConnectivityTestKit", targets: ["ConnectivityTestKit"]),
        .library(name: "ConnectivityPCRE2", targets: ["ConnectivityPCRE2"]),
        .library(name: "ConnectivityCurl", targets: ["ConnectivityCurl"]),
        .library(name: "ConnectivityNames", targets: ["ConnectivityNames"]),
        .library(name: "ConnectivityEcho", targets: ["ConnectivityEcho"]),
        .library(name: "ConnectivityConnection", targets: ["ConnectivityConnection"]),
        .library(name: "ConnectivityLinux", targets: ["ConnectivityLinux"]),
        .library(name: "ConnectivityNetworkManager", targets: ["ConnectivityNetworkManager"]),
        .library(name: "ConnectivityNotifiers", targets: ["ConnectivityNotifiers"]),
        .library(name: "ConnectivityDBus", targets: ["ConnectivityDBus"]),
        .library(name: "ConnectivityOutages", targets: ["ConnectivityOutages"]),
        .library(name: "ConnectivityDecoding", targets: ["ConnectivityDecoding"]),
        .library(name: "ConnectivityURLSession", targets: ["ConnectivityURLSession"]),
        .library(name: "ConnectivityApple", targets: ["ConnectivityApple"]),
        .library(name: "ConnectivityCommand", targets: ["ConnectivityCommand"]),
        .executable(name: "connectivityctl", targets: ["connectivityctl"]),
        .plugin(name: "RecordFixture", targets: ["RecordFixture"]),
        .plugin(name: "VerifyFixtures", targets: ["VerifyFixtures"]),
    ],
    // One trait stands for all others, because SwiftPM passes the names of several traits in an order that differs from build
    // to build, and each other order compiles everything anew. So code asks `#if canImport(CCurl)`, never `#if Curl`.
    traits: [
        .trait(name: "SystemLibraries", description: "All that follows, on the libraries of the system."),
        .trait(name: "PCRE2", description: "Regular-expression validator on libpcre2-8."),
        .trait(name: "Curl", description: "HTTP and HTTPS prober on libcurl."),
        .trait(name: "Cares", description: "Name lookups through one interface, on libcares."),
        .trait(name: "Zlib", description: "Bodies compressed with gzip and deflate, on zlib."),
        .trait(
            name: "NetworkManager",
            description: "Interface source on NetworkManager and notifiers over D-Bus, through libsystemd; Linux only."
        ),
        .trait(name: "OpenSSL", description: "Facts of TLS connections, and TLS for the test server."),
        .trait(name: "SQLite", description: "Journal of outages, on libsqlite3; Linux only."),
        .default(enabledTraits: ["SystemLibraries"]),
    ],
    targets: [
        // C libraries: module maps and shim headers only.
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CCares", pkgConfig: "libcares", providers: [.apt(["libc-ares-dev"]), .brew(["c-ares"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
        .systemLibrary(name: "CNetlink"),
        .systemLibrary(name: "CSpawn"),
        // The header for authors of plugins that are libraries.
        .systemLibrary(name: "CConnectivityPlugin"),
        // Libraries that few runs need, loaded when they are used; building takes libsystemd-dev and libsqlite3-dev.
        .target(name: "CLoading"),
        .target(name: "CSystemd", dependencies: ["CLoading"]),
        .target(name: "CSQLite", dependencies: ["CLoading"]),
        // What must happen between fork and exec, in C; empty but for Linux.
        .target(name: "CProgram"),
        // The commit, for `connectivityctl --version`. SwiftPM caches what a manifest learns of git, so whoever builds says it.
        .target(
            name: "CRevision",
            cSettings: Context.environment["CONNECTIVITY_COMMIT"].map { commit in
                [.define("CONNECTIVITY_COMMIT", to: "\"\(commit.filter(\.isHexDigit).prefix(40))\"")]
            }
        ),

        // L0
        .target(name: "ConnectivityCore"),
        .target(name: "ConnectivitySupport"),
        // For plugin authors: a thread, a waker, a driver of libraries that block.
        .target(name: "ConnectivityBlocking", dependencies: ["ConnectivityCore", "ConnectivitySupport"]),

        // For plugins over D-Bus: a connection, messages and values; no product.
        .target(
            name: "ConnectivityBus",
            dependencies: [
                "ConnectivityBlocking",
                .target(
                    name: "CSystemd",
                    condition: .when(platforms: [.linux], traits: ["SystemLibraries", "NetworkManager"])
                ),
            ]
        ),

        // L1
        .target(name: "ConnectivityText", dependencies: ["ConnectivityCore"]),
        .target(name: "ConnectivityPipeline", dependencies: ["ConnectivityCore", "ConnectivitySupport"]),
        .target(name: "ConnectivityRegistry", dependencies: ["ConnectivityCore", "ConnectivitySupport"]),
        .target(name: "ConnectivityRecords", dependencies: ["ConnectivityCore", "ConnectivitySupport"]),

        // L2
        .target(
            name: "ConnectivityDiagnosis",
            dependencies: ["ConnectivityCore", "ConnectivityText", "ConnectivityRegistry", "ConnectivityRecords"]
        ),
        .target(
            name: "ConnectivityEmulation",
            dependencies: ["ConnectivityCore", "ConnectivityText", "ConnectivityRegistry"]
        ),
        // Availability from states, and reports as text and as a page; no I/O.
        .target(name: "ConnectivityReport", dependencies: ["ConnectivityCore", "ConnectivityText"]),
        .target(
            name: "ConnectivityPluginHost",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivityBlocking", "ConnectivitySupport", "CProgram",
                "CConnectivityPlugin",
            ]
        ),
        .target(
            name: "ConnectivityTestServer",
            dependencies: [
                "ConnectivityCore", "ConnectivityRecords", "ConnectivityBlocking", "ConnectivitySupport",
                .target(name: "COpenSSL", condition: .when(traits: ["SystemLibraries", "OpenSSL"])),
            ]
        ),
        .target(
            name: "ConnectivityTestKit",
            dependencies: [
                "ConnectivityCore", "ConnectivityPipeline", "ConnectivityRecords", "ConnectivityBlocking",
                "ConnectivitySupport", "ConnectivityDecoding",
            ]
        ),

        // Pipeline plugins: Core and Registry only, and the C library each of them is for.
        .target(
            name: "ConnectivityPCRE2",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivitySupport",
                .target(name: "CPCRE2", condition: .when(traits: ["SystemLibraries", "PCRE2"])),
            ],
            path: "Plugins/ConnectivityPCRE2"
        ),
        .target(
            name: "ConnectivityCurl",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivityBlocking", "ConnectivitySupport",
                .target(name: "CCurl", condition: .when(traits: ["SystemLibraries", "Curl"])),
            ],
            path: "Plugins/ConnectivityCurl"
        ),
        .target(
            name: "ConnectivityNames",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivityBlocking", "ConnectivitySupport",
                .target(name: "CCares", condition: .when(traits: ["SystemLibraries", "Cares"])),
            ],
            path: "Plugins/ConnectivityNames"
        ),
        .target(
            name: "ConnectivityEcho",
            dependencies: ["ConnectivityCore", "ConnectivityRegistry", "ConnectivityBlocking"],
            path: "Plugins/ConnectivityEcho"
        ),
        .target(
            name: "ConnectivityConnection",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivityBlocking",
                .target(
                    name: "COpenSSL",
                    condition: .when(platforms: [.linux], traits: ["SystemLibraries", "OpenSSL"])
                ),
            ],
            path: "Plugins/ConnectivityConnection"
        ),
        .target(
            name: "ConnectivityLinux",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivityBlocking", "ConnectivitySupport",
                .target(name: "CNetlink", condition: .when(platforms: [.linux])),
            ],
            path: "Plugins/ConnectivityLinux"
        ),
        .target(
            name: "ConnectivityNetworkManager",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivityBlocking", "ConnectivitySupport",
                "ConnectivityBus",
                .target(
                    name: "CSystemd",
                    condition: .when(platforms: [.linux], traits: ["SystemLibraries", "NetworkManager"])
                ),
            ],
            path: "Plugins/ConnectivityNetworkManager"
        ),
        .target(
            name: "ConnectivityDBus",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivityText", "ConnectivityBlocking",
                "ConnectivitySupport", "ConnectivityBus",
                .target(
                    name: "CSystemd",
                    condition: .when(platforms: [.linux], traits: ["SystemLibraries", "NetworkManager"])
                ),
            ],
            path: "Plugins/ConnectivityDBus"
        ),
        .target(
            name: "ConnectivityNotifiers",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivityText", "ConnectivityBlocking",
                "ConnectivitySupport", .target(name: "CSpawn", condition: .when(platforms: [.linux])),
            ],
            path: "Plugins/ConnectivityNotifiers",
            // Alert rules and a dashboard, for those who collect the metrics.
            exclude: ["Monitoring"]
        ),
        .target(
            name: "ConnectivityOutages",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivityBlocking", "ConnectivitySupport",
                .target(name: "CSQLite", condition: .when(platforms: [.linux], traits: ["SystemLibraries", "SQLite"])),
            ],
            path: "Plugins/ConnectivityOutages"
        ),
        .target(
            name: "ConnectivityDecoding",
            dependencies: [
                "ConnectivityCore", .target(name: "CZlib", condition: .when(traits: ["SystemLibraries", "Zlib"])),
            ],
            path: "Plugins/ConnectivityDecoding"
        ),
        // Full Foundation: no part of the Kit on Linux, where that costs 45 MB.
        .target(
            name: "ConnectivityURLSession",
            dependencies: ["ConnectivityCore", "ConnectivityRegistry", "ConnectivitySupport"],
            path: "Plugins/ConnectivityURLSession"
        ),
        // Public products alone: Tests/AppleCheck compiles the same files in a package of its own.
        .target(
            name: "ConnectivityApple",
            dependencies: ["ConnectivityCore", "ConnectivityRegistry"],
            path: "Plugins/ConnectivityApple"
        ),

        // L3
        .target(
            name: "ConnectivityKit",
            dependencies: [
                "ConnectivityCore", "ConnectivityText", "ConnectivityPipeline", "ConnectivityRegistry",
                "ConnectivityPCRE2", "ConnectivityCurl", "ConnectivityNames", "ConnectivityEcho",
                "ConnectivityConnection",
                "ConnectivityLinux", "ConnectivityNetworkManager", "ConnectivityDecoding", "ConnectivityNotifiers",
                "ConnectivityDBus", "ConnectivityOutages",
                "ConnectivitySupport",
                .target(name: "ConnectivityURLSession", condition: .when(platforms: apple)),
                .target(name: "ConnectivityApple", condition: .when(platforms: apple)),
            ]
        ),

        // L4: the predecessors' names, the only targets that need Foundation whole.
        .target(
            name: "Connectivity",
            dependencies: [
                "ConnectivityKit", "ConnectivityCore", "ConnectivityRegistry", "ConnectivityPipeline",
                "ConnectivityPCRE2",
                "ConnectivityText", "ConnectivitySupport",
            ]
        ),
        .target(name: "Hyperconnectivity", dependencies: ["Connectivity", "ConnectivityCore", "ConnectivitySupport"]),

        // L4
        .target(
            name: "ConnectivityCommand",
            dependencies: [
                "ConnectivityKit", "ConnectivityCore", "ConnectivityRegistry", "ConnectivityDecoding",
                "ConnectivityNotifiers", "ConnectivityDBus", "ConnectivityNames", "ConnectivityDiagnosis",
                "ConnectivityEmulation",
                "ConnectivityRecords", "ConnectivityOutages", "ConnectivityReport", "ConnectivityPluginHost",
                "ConnectivityTestKit", "ConnectivityTestServer", "ConnectivityBlocking", "ConnectivitySupport",
                "CRevision",
            ],
            // Links: the built command carries the recordings of the demonstration, Fixtures/demo, and the header of plugins
            // in itself.
            resources: [.embedInCode("Demo/Recordings"), .embedInCode("Plugin/Header")]
        ),

        // L5
        .executableTarget(
            name: "connectivityctl",
            dependencies: ["ConnectivityCommand", "ConnectivityBlocking"],
            // A unit of systemd and its configuration, for packages.
            exclude: ["Service"]
        ),
        .executableTarget(
            name: "connectivity-bench",
            dependencies: [
                "ConnectivityKit", "ConnectivityBlocking", "ConnectivityPluginHost", "ConnectivityTestServer",
            ]
        ),

        // Command plugins of SwiftPM: thin, over connectivityctl.
        .plugin(
            name: "RecordFixture",
            capability: .command(
                intent: .custom(
                    verb: "record-fixture",
                    description: "Record what this network answers, without secrets."
                ),
                permissions: [
                    .writeToPackageDirectory(reason: "The recording is written into the package."),
                    .allowNetworkConnections(
                        scope: .all(),
                        reason: "The network is asked, with --mode missing or all."
                    ),
                ]
            ),
            dependencies: ["connectivityctl"]
        ),
        .plugin(
            name: "VerifyFixtures",
            capability: .command(
                intent: .custom(verb: "verify-fixtures", description: "Check that recordings lead to what they state.")
            ),
            dependencies: ["connectivityctl"]
        ),
        // The documentation of this package; it needs what .ci/docs needs.
        .plugin(
            name: "BuildDocs",
            capability: .command(
                intent: .custom(verb: "build-docs", description: "Make the site of all guides and public symbols.")
            )
        ),

        // The Debian package of the command: a script, and what a package has beside files.
        .plugin(
            name: "BuildDeb",
            capability: .command(
                intent: .custom(verb: "build-deb", description: "Make the Debian package of connectivityctl.")
            ),
            exclude: ["Debian", "build"]
        ),

        // Tests: one target a module, and one over all of Fixtures.
        .testTarget(
            name: "ConnectivityCoreTests",
            dependencies: ["ConnectivityCore", "ConnectivityText", "ConnectivityTestKit"]
        ),
        .testTarget(
            name: "ConnectivityBlockingTests",
            dependencies: ["ConnectivityBlocking", "ConnectivityCore", "ConnectivitySupport"]
        ),
        .testTarget(
            name: "ConnectivityTextTests",
            dependencies: ["ConnectivityText", "ConnectivityCore", "ConnectivityTestKit"]
        ),
        .testTarget(
            name: "ConnectivityPipelineTests",
            dependencies: [
                "ConnectivityPipeline", "ConnectivityTestKit", "ConnectivityBlocking", "ConnectivitySupport",
                "ConnectivityRegistry", "ConnectivityRecords",
            ]
        ),
        .testTarget(
            name: "ConnectivityTestKitTests",
            dependencies: ["ConnectivityTestKit", "ConnectivityKit", "ConnectivitySupport", "ConnectivityTestServer"]
        ),
        .testTarget(
            name: "ConnectivityRegistryTests",
            dependencies: ["ConnectivityKit", "ConnectivityDiagnosis", "ConnectivityTestKit"]
        ),
        .testTarget(
            name: "ConnectivityRecordsTests",
            dependencies: ["ConnectivityRecords", "ConnectivityCore", "ConnectivityTestKit"]
        ),
        .testTarget(
            name: "ConnectivityTestServerTests",
            dependencies: ["ConnectivityTestServer", "ConnectivityCore", "ConnectivityRecords"]
        ),
        .testTarget(
            name: "ConnectivityDiagnosisTests",
            dependencies: [
                "ConnectivityDiagnosis", "ConnectivityCore", "ConnectivityText", "ConnectivityRegistry",
                "ConnectivityRecords", "ConnectivityKit",
            ]
        ),
        // A validator that is a program by one line; Tests/OutsidePlugin builds it from the public products.
        .executableTarget(
            name: "status-line",
            dependencies: ["ConnectivityCore", "ConnectivityRegistry", "ConnectivityPluginHost"],
            path: "Tests/OutsidePlugin/Sources/status-line"
        ),
        .testTarget(
            name: "ConnectivityPluginHostTests",
            dependencies: ["ConnectivityPluginHost", "ConnectivityCore", "ConnectivityRegistry", "ConnectivityTestKit"]
        ),
        .testTarget(
            name: "ConnectivityEmulationTests",
            dependencies: [
                "ConnectivityEmulation", "ConnectivityCore", "ConnectivityRecords", "ConnectivityRegistry",
            ]
        ),
        .testTarget(name: "ConnectivityPCRE2Tests", dependencies: ["ConnectivityPCRE2", "ConnectivityCore"]),
        .testTarget(
            name: "ConnectivityCurlTests",
            dependencies: [
                "ConnectivityCurl", "ConnectivityBlocking", "ConnectivityCore", "ConnectivityTestServer",
                "ConnectivitySupport", .target(name: "CCurl", condition: .when(traits: ["SystemLibraries", "Curl"])),
            ]
        ),
        .testTarget(
            name: "ConnectivityNamesTests",
            dependencies: [
                "ConnectivityNames", "ConnectivityCurl", "ConnectivityCore", "ConnectivityRecords",
                "ConnectivityTestServer", "ConnectivityKit", "ConnectivityBlocking", "ConnectivitySupport",
                "ConnectivityTestKit",
                .target(name: "CNetlink", condition: .when(platforms: [.linux])),
            ]
        ),
        .testTarget(
            name: "ConnectivityEchoTests",
            dependencies: [
                "ConnectivityEcho", "ConnectivityCore", "ConnectivityTestKit", "ConnectivityBlocking",
                "ConnectivitySupport", .target(name: "CNetlink", condition: .when(platforms: [.linux])),
            ]
        ),
        .testTarget(
            name: "ConnectivityConnectionTests",
            dependencies: [
                "ConnectivityConnection", "ConnectivityCore", "ConnectivityNames", "ConnectivityTestKit",
                "ConnectivityTestServer", "ConnectivityBlocking", "ConnectivitySupport",
            ]
        ),
        .testTarget(
            name: "ConnectivityLinuxTests",
            dependencies: [
                "ConnectivityLinux", "ConnectivityCore", "ConnectivityKit", "ConnectivityTestKit",
                "ConnectivityBlocking", "ConnectivitySupport",
                .target(name: "CNetlink", condition: .when(platforms: [.linux])),
            ]
        ),
        .testTarget(
            name: "InterfaceSourceTests",
            dependencies: [
                "ConnectivityKit", "ConnectivityLinux", "ConnectivityNetworkManager", "ConnectivityBus",
                "ConnectivityCommand",
                "ConnectivityTestKit", "ConnectivityBlocking", "ConnectivitySupport",
                .target(name: "CNetlink", condition: .when(platforms: [.linux])),
            ],
            exclude: ["Recordings"]
        ),
        .testTarget(
            name: "ConnectivityNotifiersTests",
            dependencies: [
                "ConnectivityNotifiers", "ConnectivityCore", "ConnectivityKit", "ConnectivityRegistry",
                "ConnectivityPipeline",
                "ConnectivityBlocking", "ConnectivityTestKit", "ConnectivitySupport",
            ],
            exclude: ["Samples"]
        ),
        .testTarget(
            name: "ConnectivityDBusTests",
            dependencies: [
                "ConnectivityDBus", "ConnectivityBus", "ConnectivityCore", "ConnectivityKit", "ConnectivityRegistry",
                "ConnectivityBlocking", "ConnectivityTestKit", "ConnectivitySupport",
            ]
        ),
        .testTarget(
            name: "ConnectivityOutagesTests",
            dependencies: [
                "ConnectivityOutages", "ConnectivityReport", "ConnectivityCore", "ConnectivityKit",
                "ConnectivityRegistry", "ConnectivityTestKit", "ConnectivitySupport", "connectivityctl",
            ]
        ),
        .testTarget(
            name: "ConnectivityReportTests",
            dependencies: ["ConnectivityReport", "ConnectivityCore", "ConnectivityText", "ConnectivityTestKit"]
        ),
        .testTarget(
            name: "ConnectivityDecodingTests",
            dependencies: ["ConnectivityDecoding", "ConnectivityCore", "ConnectivityTestKit"]
        ),
        .testTarget(
            name: "ConnectivityAppleTests",
            dependencies: ["ConnectivityApple", "ConnectivityCore", "ConnectivityTestKit"]
        ),
        .testTarget(
            name: "ConnectivityCommandTests",
            dependencies: [
                "ConnectivityCommand", "ConnectivityCore", "ConnectivityRecords", "ConnectivityTestServer",
                "ConnectivityKit", "ConnectivityRegistry", "ConnectivitySupport", "connectivityctl",
            ]
        ),
        .testTarget(
            name: "ConnectivityTests",
            dependencies: [
                "Connectivity", "Hyperconnectivity", "ConnectivityKit", "ConnectivityTestServer",
                "ConnectivitySupport", "ConnectivityTestKit",
            ]
        ),
        .testTarget(
            name: "ScenarioTests",
            dependencies: [
                "ConnectivityKit", "ConnectivityText", "ConnectivityRecords", "ConnectivityTestKit",
                "ConnectivityEmulation",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// So that a sanitizer's build need not hold everything: the test targets that are built, separated by commas.
if let names = Context.environment["CONNECTIVITY_TEST_TARGETS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

for target in package.targets
where [.regular, .test, .executable].contains(target.type)
    && !["CLoading", "CSystemd", "CSQLite", "CProgram", "CRevision"].contains(target.name)
{
    target.swiftSettings = (target.swiftSettings ?? []) + strictSettings
}
