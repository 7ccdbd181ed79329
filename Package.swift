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

/// The modules that others import by name, each a product of its own; the Kit brings what it needs of all others.
let modules = [
    "ConnectivityKit", "ConnectivityCore", "ConnectivityTestKit", "ConnectivityTesting", "ConnectivityRegistry",
    "ConnectivityBlocking", "ConnectivityQuestions", "ConnectivityPipeline", "ConnectivityText", "ConnectivityRecords",
    "ConnectivityDiagnosis", "ConnectivityCurl", "ConnectivityLinux", "ConnectivityURLSession",
    "ConnectivityPluginHost", "ConnectivityEmulation", "ConnectivityCommand", "ConnectivityFixtures", "ConnectivityTLS",
]

// Libraries of the system, for the traits that ask for them.
let curl = library("CCurl", for: "Curl")
let cares = library("CCares", for: "Cares")
let compression = ["CZlib", "CBrotli"].map { library($0, for: "Compression") }
let pcre2 = library("CPCRE2", for: "PCRE2")
let openSSL = library("COpenSSL", for: "OpenSSL")
let openSSLOnLinux = library("COpenSSL", for: "OpenSSL", isLinuxOnly: true)
let systemd = library("CSystemd", for: "NetworkManager", isLinuxOnly: true)
let sqlite = library("CSQLite", for: "SQLite", isLinuxOnly: true)
let netlink = Target.Dependency.target(name: "CNetlink", condition: .when(platforms: [.linux]))

func library(_ name: String, for trait: String, isLinuxOnly: Bool = false) -> Target.Dependency {
    let traits: Set = ["SystemLibraries", trait]
    return .target(
        name: name,
        condition: isLinuxOnly ? .when(platforms: [.linux], traits: traits) : .when(traits: traits)
    )
}

/// A module in Plugins: a part of a pipeline on Core and Registry, with what else it needs, such as the C library that it is for.
func part(_ name: String, on modules: [Target.Dependency], exclude: [String] = []) -> Target {
    .target(
        name: name,
        dependencies: ["ConnectivityCore", "ConnectivityRegistry"] + modules,
        path: "Plugins/\(name)",
        exclude: exclude
    )
}

/// What modules share and no client imports.
let internals: [Target.Dependency] = ["ConnectivitySupport", "ConnectivitySystem"]
/// What plugins need that ask questions of kinds other than HTTP.
let asking: [Target.Dependency] = ["ConnectivityQuestions", "ConnectivityBlocking"] + internals
/// What plugins over D-Bus need.
let bus: [Target.Dependency] = ["ConnectivityBlocking", "ConnectivityBus", systemd]

/// The rooms of Core, from the bottom to the top, each with the rooms that it imports.
let rooms: KeyValuePairs = [
    "Formats": [], "Values": ["Formats"], "Interfaces": ["Values"], "Reading": ["Values"],
    "Probes": ["Interfaces", "Reading"], "Redacting": ["Probes"], "Validators": ["Probes"],
    "Endpoints": ["Redacting", "Validators"], "Judging": ["Endpoints"], "Rounds": ["Judging"], "Deciding": ["Rounds"],
]
let core = rooms.map { room, below in
    Target.target(
        name: "Connectivity\(room)",
        dependencies: below.map { .target(name: "Connectivity\($0)") },
        path: "Sources/Core/\(room)"
    )
}

/// What all tests may import besides TestKit, which needs it anyway.
let besides: [Target.Dependency] =
    ["ConnectivityCore", "ConnectivityRegistry", "ConnectivityRecords", "ConnectivityBlocking"] + internals

/// The tests, one target per module and one over all of Fixtures, and what else each needs.
let tests: KeyValuePairs<String, [Target.Dependency]> = [
    "ConnectivityCoreTests": ["ConnectivityText", "ConnectivityJudging"],
    "ConnectivityBlockingTests": [],
    "ConnectivityTextTests": ["ConnectivityText"],
    "ConnectivityPipelineTests": ["ConnectivityPipeline"],
    "ConnectivityTestKitTests": [
        "ConnectivityTesting", "ConnectivityKit", "ConnectivityTLS", "ConnectivityTestServer",
    ],
    "ConnectivityRegistryTests": ["ConnectivityKit", "ConnectivityDiagnosis"],
    "ConnectivityRecordsTests": [],
    "ConnectivityFixturesTests": ["ConnectivityFixtures"],
    "ConnectivityTestServerTests": ["ConnectivityTestServer"],
    "ConnectivityDiagnosisTests": [
        "ConnectivityDiagnosis", "ConnectivityText", "ConnectivityKit", "ConnectivityQuestions",
    ],
    "ConnectivityPluginHostTests": ["ConnectivityPluginHost"],
    "ConnectivityEmulationTests": ["ConnectivityEmulation", "ConnectivityQuestions"],
    "ConnectivityPCRE2Tests": ["ConnectivityPCRE2"],
    "ConnectivityCurlTests": [
        "ConnectivityCurl", "ConnectivityKit", "ConnectivityTLS", "ConnectivityTestServer", curl,
    ],
    "ConnectivityNamesTests": [
        "ConnectivityNames", "ConnectivityCurl", "ConnectivityTestServer", "ConnectivityKit", netlink,
    ],
    "ConnectivityEchoTests": ["ConnectivityEcho", netlink],
    "ConnectivityConnectionTests": [
        "ConnectivityConnection", "ConnectivityNames", "ConnectivityKit", "ConnectivityTestServer", curl,
    ],
    "ConnectivityLinuxTests": ["ConnectivityLinux", "ConnectivityKit", netlink],
    "LinuxKernelTests": ["ConnectivityLinux", "ConnectivityKit", netlink],
    "InterfaceSourceTests": [
        "ConnectivityKit", "ConnectivityLinux", "ConnectivityNetworkManager", "ConnectivityBus",
        "ConnectivityCommand", netlink,
    ],
    "ConnectivityNotifiersTests": ["ConnectivityNotifiers", "ConnectivityKit", "ConnectivityPipeline"],
    "ConnectivityDBusTests": ["ConnectivityDBus", "ConnectivityBus", "ConnectivityKit"],
    "ConnectivityOutagesTests": ["ConnectivityOutages", "ConnectivityReport", "ConnectivityKit", "connectivityctl"],
    "ConnectivityReportTests": ["ConnectivityReport", "ConnectivityText"],
    "ConnectivityDecodingTests": ["ConnectivityDecoding"],
    "ConnectivityAppleTests": ["ConnectivityApple"],
    "ConnectivitySignInTests": ["ConnectivitySignIn", "ConnectivityKit", "ConnectivityPipeline"],
    "ConnectivityCommandTests": [
        "ConnectivityCommand", "ConnectivityTestServer", "ConnectivityKit", "ConnectivityNotifiers",
        "ConnectivitySignIn", "connectivityctl", "status-line",
    ],
    "ConnectivityTests": ["Connectivity", "Hyperconnectivity", "ConnectivityKit", "ConnectivityTestServer"],
    "SoakTests": ["ConnectivityPipeline"],
    "ScenarioTests": ["ConnectivityKit", "ConnectivityText", "ConnectivityEmulation", "ConnectivityDiagnosis"],
]

/// Folders of tests that have data.
let testData = ["InterfaceSourceTests": ["Recordings"], "ConnectivityNotifiersTests": ["Samples"]]

let package = Package(
    name: "swift-connectivity",
    // What holds them there is in the guide InAnApp; Tests/AppleCheck/minimum finds what needs more.
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Connectivity", targets: ["Connectivity", "Hyperconnectivity"]),
        .executable(name: "connectivityctl", targets: ["connectivityctl"]),
        .plugin(name: "RecordFixture", targets: ["RecordFixture"]),
        .plugin(name: "VerifyFixtures", targets: ["VerifyFixtures"]),
    ] + modules.map { .library(name: $0, targets: [$0]) },
    // One trait stands for all others, because SwiftPM passes the names of several traits in an order that differs from build
    // to build, and each other order compiles everything anew. So code asks `#if canImport(CCurl)`, never `#if Curl`.
    traits: [
        .trait(name: "SystemLibraries", description: "All that follows, on the libraries of the system."),
        .trait(name: "PCRE2", description: "Regular-expression validator on libpcre2-8."),
        .trait(name: "Curl", description: "HTTP and HTTPS prober on libcurl."),
        .trait(name: "Cares", description: "Name lookups through one interface, on libcares."),
        .trait(name: "Compression", description: "Compressed bodies, on zlib and libbrotli."),
        .trait(name: "NetworkManager", description: "NetworkManager and D-Bus, on libsystemd; Linux only."),
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
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
        .systemLibrary(name: "CNetlink"),
        // Libraries that few runs need, loaded when they are used; building takes libsystemd-dev and libsqlite3-dev.
        .target(name: "CLoading"),
        .target(name: "CSystemd", dependencies: ["CLoading"]),
        .target(name: "CSQLite", dependencies: ["CLoading"]),
        // What Swift cannot do between fork and exec, and calls that it cannot see; empty but for Linux.
        .target(name: "CSystem"),
        // The commit, for `connectivityctl --version`. SwiftPM caches what a manifest learns of git, so whoever builds says it.
        .target(
            name: "CRevision",
            cSettings: Context.environment["CONNECTIVITY_COMMIT"].map { commit in
                [.define("CONNECTIVITY_COMMIT", to: "\"\(commit.filter(\.isHexDigit).prefix(40))\"")]
            }
        ),

        // L0
        .target(name: "ConnectivityCore", dependencies: ["ConnectivityDeciding"]),
        .target(name: "ConnectivitySupport"),
        // Descriptors, sockets, files, the clock and programs of the system, for all other modules; no product.
        .target(name: "ConnectivitySystem", dependencies: ["CSystem", "ConnectivitySupport"]),
        // For plugin authors: a thread, a waker, a driver of libraries that block.
        .target(name: "ConnectivityBlocking", dependencies: ["ConnectivityCore"] + internals),
        // For plugins over D-Bus: a connection, messages and values; no product.
        .target(name: "ConnectivityBus", dependencies: ["ConnectivityBlocking", "ConnectivitySystem", systemd]),

        // L1
        // Questions and answers of the kinds that plugins ask, as typed values.
        .target(name: "ConnectivityQuestions", dependencies: ["ConnectivityCore"]),
        .target(
            name: "ConnectivityText",
            dependencies: ["ConnectivityCore"],
            resources: [.embedInCode("Sentences")]  // tables of what people read, without Foundation
        ),
        .target(name: "ConnectivityPipeline", dependencies: ["ConnectivityCore"] + internals),
        .target(name: "ConnectivityRegistry", dependencies: ["ConnectivityCore"] + internals),
        .target(name: "ConnectivityRecords", dependencies: ["ConnectivityCore", "ConnectivitySupport"]),

        // L2
        .target(
            name: "ConnectivityDiagnosis",
            dependencies: [
                "ConnectivityCore", "ConnectivityQuestions", "ConnectivityText", "ConnectivityRegistry",
                "ConnectivityRecords",
            ]
        ),
        .target(
            name: "ConnectivityEmulation",
            dependencies: ["ConnectivityCore", "ConnectivityQuestions", "ConnectivityText", "ConnectivityRegistry"]
        ),
        // Availability from states, and reports as text and as a page; no I/O.
        .target(
            name: "ConnectivityReport",
            dependencies: ["ConnectivityCore", "ConnectivityText"],
            resources: [.embedInCode("Page/page.css")]
        ),
        .target(
            name: "ConnectivityPluginHost",
            dependencies: [
                "ConnectivityCore", "ConnectivityRegistry", "ConnectivityBlocking", "ConnectivityPipeline",
                "ConnectivityKit", "CSystem",
            ] + internals
        ),
        .target(
            name: "ConnectivityTestServer",
            dependencies: ["ConnectivityCore", "ConnectivityRecords", "ConnectivityBlocking", openSSL] + internals
        ),
        .target(
            name: "ConnectivityTestKit",
            dependencies: [
                "ConnectivityCore", "ConnectivityPipeline", "ConnectivityRecords", "ConnectivityBlocking",
                "ConnectivityDecoding", "ConnectivityDiagnosis",
            ] + internals
        ),
        // Our recordings for the tests of others, through a link to Fixtures.
        .target(
            name: "ConnectivityFixtures",
            dependencies: ["ConnectivityCore", "ConnectivityRecords", "ConnectivityDecoding"],
            exclude: [
                "README.md", "demo", "imports", "netlink", "provisioning", "recipes", "scenarios", "schemas",
                "templates",
            ]
            .map { "Files/\($0)" },
            resources: ["portals", "filters", "genuine", "trouble", "sessions"].map { Resource.copy("Files/\($0)") }
                + [.embedInCode("Variants/languages.tsv")]
        ),

        // Pipeline plugins.
        part("ConnectivityPCRE2", on: ["ConnectivitySupport", pcre2]),
        // What TLS shows, for probers that use OpenSSL, and validators of it.
        part("ConnectivityTLS", on: ["ConnectivityQuestions", openSSLOnLinux]),
        part("ConnectivityCurl", on: asking + ["ConnectivityTLS", curl, openSSLOnLinux]),
        part("ConnectivityNames", on: asking + [cares]),
        part("ConnectivityEcho", on: asking),
        part("ConnectivityConnection", on: asking + ["ConnectivityNames", "ConnectivityTLS", openSSLOnLinux]),
        part("ConnectivityLinux", on: asking + [netlink]),
        part("ConnectivityNetworkManager", on: bus + ["ConnectivitySystem"]),
        part("ConnectivityDBus", on: bus + ["ConnectivityText", "ConnectivitySupport"]),
        part(
            "ConnectivityNotifiers",
            on: ["ConnectivityText", "ConnectivityBlocking"] + internals,
            // Alert rules and a dashboard, for those who collect the metrics.
            exclude: ["Monitoring"]
        ),
        part("ConnectivityOutages", on: ["ConnectivityBlocking", sqlite] + internals),
        part("ConnectivityDecoding", on: compression),
        part("ConnectivitySignIn", on: ["ConnectivityTLS", "ConnectivityBlocking"] + internals),
        // Full Foundation: no part of the Kit on Linux, where that costs 45 MB.
        part("ConnectivityURLSession", on: ["ConnectivitySupport"]),
        // Public products alone: Tests/AppleCheck compiles the same files in a package of its own.
        part("ConnectivityApple", on: []),

        // L3
        .target(
            name: "ConnectivityKit",
            dependencies: [
                "ConnectivityCore", "ConnectivityText", "ConnectivityPipeline", "ConnectivityRegistry",
                "ConnectivityPCRE2", "ConnectivityCurl", "ConnectivityNames", "ConnectivityEcho",
                "ConnectivityConnection", "ConnectivityLinux", "ConnectivityNetworkManager", "ConnectivityDecoding",
                "ConnectivityNotifiers", "ConnectivityDBus", "ConnectivityOutages", "ConnectivitySupport",
                "ConnectivityTLS", "ConnectivitySignIn", "ConnectivityBlocking",
                .target(name: "ConnectivityURLSession", condition: .when(platforms: apple)),
                .target(name: "ConnectivityApple", condition: .when(platforms: apple)),
            ]
        ),

        // For test targets alone: a trait of Swift Testing, which only they can import on every system.
        .target(
            name: "ConnectivityTesting",
            dependencies: [
                "ConnectivityKit", "ConnectivityTestKit", "ConnectivityRecords", "ConnectivityTestServer",
                "ConnectivitySupport",
            ]
        ),

        // L4: the predecessors' names, the only targets that need Foundation whole.
        .target(
            name: "Connectivity",
            dependencies: [
                "ConnectivityKit", "ConnectivityCore", "ConnectivityRegistry", "ConnectivityPipeline",
                "ConnectivityPCRE2", "ConnectivityText", "ConnectivitySupport",
            ]
        ),
        .target(name: "Hyperconnectivity", dependencies: ["Connectivity", "ConnectivityCore", "ConnectivitySupport"]),
        .target(
            name: "ConnectivityCommand",
            dependencies: [
                "ConnectivityKit", "ConnectivityCore", "ConnectivityRegistry", "ConnectivityDecoding",
                "ConnectivityNotifiers", "ConnectivityDBus", "ConnectivityNames", "ConnectivityDiagnosis",
                "ConnectivityEmulation", "ConnectivityRecords", "ConnectivityOutages", "ConnectivityReport",
                "ConnectivityPluginHost", "ConnectivityTestKit", "ConnectivityTestServer", "ConnectivityBlocking",
                "ConnectivitySignIn", "CRevision",
            ] + internals,
            // The built command carries in itself the recordings of the demonstration and the files of new plugins, by links to
            // Fixtures/demo and Fixtures/templates, and texts of its manual and completions.
            resources: ["Demo/Recordings", "Plugin/Templates", "Shell/Texts"].map { .embedInCode($0) }
        ),

        // L5
        .executableTarget(
            name: "connectivityctl",
            dependencies: ["ConnectivityCommand", "ConnectivityBlocking", "ConnectivitySystem"],
            exclude: ["Service"]  // a unit of systemd and its configuration, for packages
        ),

        // Command plugins of SwiftPM: thin, over connectivityctl.
        .plugin(
            name: "RecordFixture",
            capability: .command(
                intent: .custom(verb: "record-fixture", description: "Record this network's answers, without secrets."),
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
        // The Debian package of the command: a script, and what a package has besides files.
        .plugin(
            name: "BuildDeb",
            capability: .command(
                intent: .custom(verb: "build-deb", description: "Make the Debian package of connectivityctl.")
            ),
            exclude: ["Debian", "build"]
        ),

        // A validator that is a program by one line; Tests/OutsidePlugin builds it from the public products.
        .executableTarget(
            name: "status-line",
            dependencies: ["ConnectivityCore", "ConnectivityRegistry", "ConnectivityPluginHost"],
            path: "Tests/OutsidePlugin/Sources/status-line"
        ),
        // What all tests share: which of them can run on this device, and how long the long ones are.
        .target(name: "TestSupport", dependencies: ["ConnectivityCore"], path: "Tests/Support"),
    ] + core
        + tests.map {
            .testTarget(
                name: $0,
                dependencies: $1 + ["TestSupport", "ConnectivityTestKit"] + besides,
                exclude: testData[$0] ?? []
            )
        },
    swiftLanguageModes: [.v6]
)

// So that a sanitizer's build need not hold everything: the test targets that are built, separated by commas.
if let names = Context.environment["CONNECTIVITY_TEST_TARGETS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

for target in package.targets
where [.regular, .test, .executable].contains(target.type)
    && !["CLoading", "CSystemd", "CSQLite", "CSystem", "CRevision"].contains(target.name)
{
    target.swiftSettings = (target.swiftSettings ?? []) + strictSettings
}
