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
let onApple = TargetDependencyCondition.when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])

/// The libraries, each with the modules that its clients import besides the one with its name: those that are promises, and each
/// plugin that needs something of the system for programs that name each part themselves.
let libraries: KeyValuePairs = [
    "Kit": ["Pipeline", "Text", "Wire", "Companions", "SignIn", "Echo", "Connection", "Provisioning"],
    "Core": [], "Registry": [], "Toolkit": ["PluginHost"],
    "TestKit": ["Records"], "Testing": [], "Fixtures": [], "Command": ["Diagnosis", "Records"],
    "Curl": [], "Names": [], "Netlink": [], "TLS": [], "URLSession": [],
]

// Libraries of the system, for the traits that ask for them.
let curl = library("CCurl", for: "Curl")
let cares = library("CCares", for: "Cares")
let zlib = library("CZlib", for: "Compression")
let compression = [zlib, library("CBrotli", for: "Compression")]
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

/// A module of this package in a folder with its name: `ConnectivityText` in `Sources/Framework/Text`, on the modules with these names.
func module(
    _ name: String,
    in folder: String,
    on modules: [String],
    and others: [Target.Dependency] = [],
    exclude: [String] = [],
    resources: [Resource]? = nil
) -> Target {
    .target(
        name: "Connectivity\(name)",
        dependencies: on(modules) + others,
        path: "\(folder)/\(name)",
        exclude: exclude,
        resources: resources
    )
}

/// A plugin; its options are described in its `Options.tsv`.
func plugin(
    _ name: String,
    on modules: [String],
    and others: [Target.Dependency] = [],
    exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    module(name, in: plugins, on: modules, and: others, exclude: exclude, resources: resources + options)
}

/// The sentences of the reasons that a plugin makes, what its options are, and what Core recognizes pages and gateways by;
/// and the modules that most plugins need.
let texts: [Resource] = [.embedInCode("Sentences.tsv")], options: [Resource] = [.embedInCode("Options.tsv")]
let consent = texts + [.embedInCode("Consent.tsv")], page: [Resource] = [.embedInCode("Page/page.css")]
let forms: [Resource] = [.embedInCode("HTTP/Forms.tsv")], common = ["Core", "Registry", "Toolkit"]
let pages: [Resource] = [.embedInCode("Laws/ConsentPages.tsv")], tested = ["Core", "Pipeline", "Records", "Toolkit"]
let judged: [Resource] = ["wording.tsv", "fingerprints.tsv", "endpoints.tsv"].map { .embedInCode($0) }

/// A C library of the system: a module map and a header.
func map(_ name: String, pkgConfig: String? = nil, apt: String? = nil, brew: String? = nil) -> Target {
    let providers: [SystemPackageProvider] = [apt.map { .apt([$0]) }, brew.map { .brew([$0]) }].compactMap { $0 }
    return .systemLibrary(
        name: name,
        path: "Sources/C/\(name)",
        pkgConfig: pkgConfig,
        providers: providers.isEmpty ? nil : providers
    )
}

/// The modules of Core, from the bottom to the top, each with the modules that it imports.
let rooms: KeyValuePairs = [
    "Values": [], "Interfaces": ["Values"], "Reading": ["Values"], "Probes": ["Interfaces", "Reading"],
    "Validators": ["Probes"], "Judging": ["Validators"], "Rounds": ["Judging"], "Deciding": ["Rounds"],
]

/// The test targets, grouped by the requirements of their tests, each with the modules that it imports besides `Core`, `Toolkit`
/// and `TestKit`, the libraries that it checks with `canImport`, and the programs that it runs.
let tests: KeyValuePairs<String, [Target.Dependency]> = [
    // No requirements: these run in parallel.
    "CoreTests": on(["Text", "Judging", "Rounds", "Wire"]),
    "FrameworkTests": on([
        "Pipeline", "Registry", "Records", "Text", "Kit", "Connection", "Decoding", "Diagnosis", "Echo", "Provisioning",
        "Names", "Notifiers", "Redaction", "Companions", "SignIn", "TLS", "Wire",
    ]) + [curl, cares, pcre2],
    "TestingTests": on([
        "Testing", "Fixtures", "TestServer", "Pipeline", "Registry", "Records", "Kit", "Connection", "Curl", "Decoding",
        "Echo", "Names", "TLS",
    ]) + [curl],
    "PartTests": [pcre2] + compression
        + on(["PCRE2", "Decoding", "Netlink", "Provisioning", "Companions", "Registry", "Kit", "Redaction", "TLS"]),
    "ApplicationTests": on([
        "Diagnosis", "Emulation", "Report", "Pipeline", "Registry", "Records", "Text", "Kit", "Companions",
        "Connection", "Decoding", "Echo", "Names", "Outages", "PCRE2", "TLS", "Wire",
    ]) + [pcre2, zlib],
    // Time, sockets or files of the system: these run one at a time.
    "ProberTests": on(["Curl", "Names", "Echo", "Connection", "TLS", "TestServer", "Registry", "Records", "Kit"]) + [
        curl, cares, openSSL, netlink,
    ],
    "NotifierTests": on([
        "Notifiers", "DBus", "Outages", "Report", "Pipeline", "Registry", "Kit", "TestServer", "Wire",
    ]) + [
        systemd, sqlite, "connectivityctl",
    ],
    "SignInTests": on(["SignIn", "TLS", "Pipeline", "Registry", "Records", "Kit", "Redaction", "Wire"]),
    "DropInTests": on(["Apple", "Curl", "TestServer", "Pipeline"]) + [curl, "Connectivity", "Hyperconnectivity"],
    "PluginHostTests": on(["PluginHost", "Registry", "SignIn", "Wire"]),
    "MeasuredTests": on(["Pipeline", "Companions", "Redaction"]),
    // Namespaces and the kernel.
    "KernelTests": on(["Netlink", "Provisioning", "NetworkManager", "DBus", "Registry", "Kit", "Command"]) + [
        systemd, netlink,
    ],
    // The command, as a user runs it.
    "CommandTests": on([
        "Command", "CommandTools", "SignIn", "TestServer", "Registry", "Records", "Text", "Kit", "Wire",
    ]) + [curl, cares, pcre2, systemd, sqlite, "connectivityctl", "status-line"],
]

/// The modules with these names.
func on(_ modules: [String]) -> [Target.Dependency] { modules.map { .target(name: "Connectivity\($0)") } }

/// Folders of tests that have data.
let testData = ["KernelTests": ["Sources/Recordings"], "NotifierTests": ["Notifiers/Samples"]]

let (framework, testing) = ("Sources/Framework", "Sources/Testing")
let (plugins, applications) = ("Plugins", "Sources/Applications")

let package = Package(
    name: "swift-connectivity",
    // What holds them there is in the guide InAnApp; Tests/AppleCheck/minimum finds what needs more.
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Connectivity", targets: ["Connectivity", "Hyperconnectivity"]),
        .executable(name: "connectivityctl", targets: ["connectivityctl"]),
        .plugin(name: "RecordFixture", targets: ["RecordFixture"]),
        .plugin(name: "VerifyFixtures", targets: ["VerifyFixtures"]),
    ] + libraries.map { .library(name: "Connectivity\($0)", targets: ([$0] + $1).map { "Connectivity\($0)" }) },
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
        map("CPCRE2", pkgConfig: "libpcre2-8", apt: "libpcre2-dev", brew: "pcre2"),
        map("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        map("CCares", pkgConfig: "libcares", apt: "libc-ares-dev", brew: "c-ares"),
        map("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
        map("CBrotli", pkgConfig: "libbrotlidec", apt: "libbrotli-dev", brew: "brotli"),
        map("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev", brew: "openssl"),
        map("CNetlink"),
        // Libraries that few runs need, loaded when they are used; building takes libsystemd-dev and libsqlite3-dev.
        .target(name: "CSystemd", dependencies: ["CSystem"], path: "Sources/C/CSystemd"),
        .target(name: "CSQLite", dependencies: ["CSystem"], path: "Sources/C/CSQLite"),
        // Calls between fork and exec, calls that Swift cannot import, and loading of libraries; empty except on Linux.
        .target(name: "CSystem", path: "Sources/C/CSystem"),
        // The commit, for `connectivityctl --version`. SwiftPM caches git output of a manifest, so builds pass it.
        .target(
            name: "CRevision",
            path: "Sources/C/CRevision",
            cSettings: Context.environment["CONNECTIVITY_COMMIT"].map { commit in
                [.define("CONNECTIVITY_COMMIT", to: "\"\(commit.filter(\.isHexDigit).prefix(40))\"")]
            }
        ),

        // Framework: the modules of Core are below.
        .target(
            name: "ConnectivityCore",
            dependencies: ["ConnectivityDeciding"],
            path: "Sources/Framework/Core",
            exclude: rooms.map(\.key)
        ),
        // Core's values in JSON: tables of fields, readers, writers and schemas.
        module("Wire", in: framework, on: ["Core", "Redaction"]),
        // Finds secrets, which must not be recorded or sent.
        module("Redaction", in: framework, on: ["Core"]),
        module("Text", in: framework, on: ["Core"], resources: [.embedInCode("Sentences")]),
        module("Pipeline", in: framework, on: ["Core", "Toolkit", "Redaction"]),
        module("Registry", in: framework, on: ["Core", "Toolkit", "Redaction", "Wire"], resources: options),
        module("Records", in: framework, on: ["Core", "Toolkit", "Redaction", "Wire"]),

        // For authors of plugins: descriptors, sockets, files, the clock and programs of the system, threads for calls that block.
        module("Toolkit", in: "Sources", on: ["Core"], and: ["CSystem"]),

        // Plugins
        plugin("PCRE2", on: ["Core", "Registry", "Wire"], and: [pcre2]),
        // Findings of TLS, for probers that use OpenSSL, and their validators.
        plugin("TLS", on: ["Core", "Registry", "Wire"], and: [openSSLOnLinux], resources: texts),
        plugin("Curl", on: common + ["TLS", "Wire"], and: [curl, openSSLOnLinux]),
        plugin("Names", on: common + ["Wire"], and: [cares], resources: texts),
        plugin("Echo", on: common + ["Wire"], resources: texts),
        plugin("Connection", on: common + ["Names", "TLS", "Wire"], and: [openSSLOnLinux], resources: texts),
        plugin("Netlink", on: common, and: [netlink]),
        module("Provisioning", in: plugins, on: common),
        // A connection to D-Bus, and notifiers over it.
        plugin("DBus", on: common + ["Text", "Wire", "Redaction"], and: [systemd]),
        plugin("NetworkManager", on: common + ["DBus", "Wire"], and: [systemd]),
        // Monitoring: alert rules and a dashboard, for those who collect the metrics.
        plugin("Notifiers", on: common + ["Text", "Redaction", "Wire"], exclude: ["Monitoring"], resources: forms),
        plugin("Outages", on: common + ["Redaction", "Wire"], and: [sqlite]),
        // Companions, which work beside the rounds.
        plugin("Companions", on: ["Core", "Registry", "Wire"], resources: texts),
        module("Decoding", in: plugins, on: ["Core"], and: compression),
        plugin("SignIn", on: common + ["Text", "TLS", "Wire"], resources: consent),
        // Needs full Foundation; not part of the Kit on Linux, because that costs 45 MB.
        module("URLSession", in: plugins, on: common + ["Wire"]),
        // Only public products: Tests/AppleCheck compiles the same files in a separate package.
        module("Apple", in: plugins, on: ["Core", "Registry"]),

        // Kit
        module(
            "Kit",
            in: "Sources",
            on: [
                "Core", "Text", "Pipeline", "Registry", "Toolkit", "PCRE2", "Curl", "Names", "Echo", "Connection",
                "Netlink", "Provisioning", "NetworkManager", "Decoding", "Notifiers", "DBus", "Outages", "TLS",
                "SignIn", "Companions", "Redaction", "Wire",
            ],
            and: [cares] + ["URLSession", "Apple"].map { .target(name: "Connectivity\($0)", condition: onApple) },
            resources: options
        ),

        // Testing
        module("TestServer", in: testing, on: ["Core", "Records", "Toolkit", "Wire"], and: [openSSL]),
        module("TestKit", in: testing, on: tested + ["Decoding", "SignIn", "Text", "Wire"], resources: pages),
        // Our recordings for the tests of others, through a link to Fixtures.
        module(
            "Fixtures",
            in: testing,
            on: ["Core", "Records", "Decoding"],
            exclude: [
                "README.md", "demo", "imports", "netlink", "provisioning", "recipes", "scenarios", "schemas",
                "templates",
            ]
            .map { "Files/\($0)" },
            resources: ["portals", "filters", "genuine", "trouble", "sessions"].map { Resource.copy("Files/\($0)") }
        ),
        // For test targets alone: a trait of Swift Testing, which only they can import on every system.
        module("Testing", in: testing, on: ["Core", "Records", "Toolkit", "Kit", "TestKit", "TestServer"]),

        // Applications
        module(
            "Diagnosis",
            in: applications,
            on: [
                "Core", "Text", "Registry", "Records", "Redaction", "Connection", "Echo", "Netlink", "Names", "TLS",
                "Wire",
            ],
            resources: [.embedInCode("Sentences")]
        ),
        module("Emulation", in: applications, on: ["Core", "Text", "Registry", "Names"]),
        // Availability from states, and reports as text and as a page; no I/O.
        module("Report", in: applications, on: ["Core", "Text", "Redaction", "Wire", "Outages"], resources: page),
        module(
            "PluginHost",
            in: applications,
            on: common + ["Pipeline", "Kit", "SignIn", "Wire"],
            and: ["CSystem"],
            resources: options
        ),
        // The predecessors' names, the only targets that need Foundation whole.
        .target(
            name: "Connectivity",
            dependencies: on(["Kit", "Core", "Registry", "Pipeline", "PCRE2", "Toolkit"]) + [pcre2],
            path: "Sources/Applications/DropIn/Connectivity"
        ),
        .target(
            name: "Hyperconnectivity",
            dependencies: on(["Core", "Toolkit"]) + ["Connectivity"],
            path: "Sources/Applications/DropIn/Hyperconnectivity"
        ),
        // The functions behind the verbs: files, checks, diagnosis, recordings, sign-ins, and the terminal.
        module(
            "CommandTools",
            in: applications,
            on: [
                "Core", "Text", "Pipeline", "Registry", "Records", "Toolkit", "Kit", "Decoding", "Names", "Outages",
                "SignIn", "Diagnosis", "Emulation", "Report", "PluginHost", "TestServer", "Wire",
            ],
            and: [cares]
        ),
        // The verbs, and the parsing of their arguments.
        module(
            "Command",
            in: applications,
            on: [
                "CommandTools", "Core", "Text", "Registry", "Records", "Toolkit", "Kit", "Decoding", "Notifiers",
                "DBus", "Outages", "SignIn", "Companions", "Diagnosis", "Emulation", "Report", "PluginHost", "TestKit",
                "TestServer", "Wire",
            ],
            and: ["CRevision"],
            // The built command carries in itself the recordings of the demonstration and the files of new plugins, by links to
            // Fixtures/demo and Fixtures/templates, and texts of its manual and completions.
            resources: ["Demo/Recordings", "Fixture/Texts", "Plugin/Templates", "Shell/Texts"].map { .embedInCode($0) }
        ),
        .executableTarget(
            name: "connectivityctl",
            dependencies: on(["Command", "Toolkit"]),
            path: "Sources/Applications/connectivityctl",
            exclude: ["Service"]  // a unit of systemd and its configuration, for packages
        ),

        // Command plugins of SwiftPM: thin, over connectivityctl.
        .plugin(
            name: "RecordFixture",
            capability: .command(
                intent: .custom(verb: "record-fixture", description: "Record this network's answers, without secrets."),
                permissions: [
                    .writeToPackageDirectory(reason: "The recording is written into the package."),
                    .allowNetworkConnections(scope: .all(), reason: "Two of its modes ask the network."),
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
    ] + rooms.map { module($0, in: "Sources/Framework/Core", on: $1, resources: $0 == "Judging" ? judged : nil) }
        + tests.map {
            .testTarget(
                name: $0,
                dependencies: $1 + on(["Core", "Toolkit", "TestKit"]) + ["TestSupport"],
                exclude: testData[$0] ?? [],
                resources: $0 == "TestingTests" ? [.embedInCode("Fixtures/Variants/languages.tsv")] : nil
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
    && !["CSystemd", "CSQLite", "CSystem", "CRevision"].contains(target.name)
{
    target.swiftSettings = (target.swiftSettings ?? []) + strictSettings
}
