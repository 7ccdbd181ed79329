// The endpoints that operating systems, browsers and network managers ask, from the table endpoints.tsv.

extension Endpoint {
    /// All built-in endpoints, grouped by owner.
    ///
    /// Some are meant only for the clients of their owner. The default set is ``standard``.
    package static let builtIn = EmbeddedTable.rows(of: PackageResources.endpoints_tsv, columns: 8).map(
        Endpoint.init(row:)
    )

    /// The default endpoints.
    ///
    /// They have five owners, two of them over TLS, so any one may be down. One of them is also asked over each address family
    /// separately, to detect a broken family.
    public static let standard: [Endpoint] = [
        apple, googleHTTPS, microsoft, mozilla, cloudflareHTTPS, mozillaIPv4, mozillaIPv6,
    ]

    /// Finds a built-in endpoint or its twin over TLS by name, such as `apple.hotspot` or `apple.hotspot.https`.
    package static func builtIn(named name: String) -> Endpoint? {
        builtIn.first { $0.name == name } ?? twins.first { $0.name == name }
    }

    /// Finds a built-in endpoint or its twin over TLS by the URL that it requests.
    package static func builtIn(at url: HTTPURL) -> Endpoint? {
        builtIn.first { $0.url == url } ?? twins.first { $0.url == url }
    }

    package static let builtInHosts = Set(builtIn.compactMap(\.url?.host))

    /// The twins of the built-in endpoints that are also served over TLS.
    private static let twins = builtIn.compactMap(\.overTLS)

    /// Groups of built-in endpoints by name, such as the endpoints of one kind of system.
    public static let groups: [String: [Endpoint]] = [
        "default": standard,
        "apple": [apple, appleLibrary],
        "android": [google, googleHTTPS, googleGstatic],
        "windows": [microsoft, microsoftIPv6],
        "firefox": [mozillaCanonical, mozilla],
        "linux": [gnome, ubuntu, fedora, debian, kde, arch, openSUSE, connmanIPv4, connmanIPv6],
        "twins": [apple, google, cloudflare, grapheneOS].flatMap { [$0] + ($0.overTLS.map { [$0] } ?? []) },
        "neutral": neutral,
    ]

    /// The endpoint of Apple's captive network assistant.
    public static let apple = named("apple.hotspot")
    /// An older page of Apple with the same content.
    package static let appleLibrary = named("apple.library")
    /// The endpoint of Android's network monitor.
    public static let google = named("google.connectivitycheck")
    /// The endpoint of Chromium and ChromeOS.
    package static let googleGstatic = named("google.gstatic")
    /// The endpoint of Android's network monitor over TLS, asked in addition to the one over HTTP.
    package static let googleHTTPS = named("google.https")
    /// The endpoint of Windows' connectivity indicator.
    package static let microsoft = named("microsoft.connecttest")
    /// The endpoint of Windows' connectivity indicator over IPv6.
    package static let microsoftIPv6 = named("microsoft.connecttest6")
    /// The endpoint of Firefox's network connectivity service.
    public static let mozilla = named("mozilla.success")
    /// The endpoint ``mozilla`` only over IPv4.
    ///
    /// On a network with both families, a working one can hide a broken one. The owner serves this endpoint over
    /// both, and its body is harder to forge than an empty answer.
    package static let mozillaIPv4 = named("mozilla.success.ipv4")
    package static let mozillaIPv6 = named("mozilla.success.ipv6")
    /// The endpoint of Firefox's captive portal service.
    package static let mozillaCanonical = named("mozilla.canonical")
    /// The endpoint of NetworkManager, unless a distribution configures another one.
    package static let gnome = named("gnome.nmcheck")
    /// The endpoint of NetworkManager on Ubuntu.
    public static let ubuntu = named("ubuntu")
    /// The endpoint of NetworkManager on Fedora.
    public static let fedora = named("fedora")
    /// The endpoint of NetworkManager on Debian.
    public static let debian = named("debian")
    /// The endpoint of KDE's portal monitor.
    package static let kde = named("kde")
    /// The endpoint of NetworkManager on Arch Linux.
    public static let arch = named("arch")
    /// The endpoint of NetworkManager on openSUSE.
    public static let openSUSE = named("opensuse")
    package static let connmanIPv4 = named("connman.v4")
    package static let connmanIPv6 = named("connman.v6")
    /// Cloudflare's endpoint for checks by any client.
    public static let cloudflare = named("cloudflare")
    /// The endpoint ``cloudflare`` over TLS.
    package static let cloudflareHTTPS = named("cloudflare.https")
    /// The endpoint of GrapheneOS.
    package static let grapheneOS = named("grapheneos")
    /// A documentation address, never assigned to a host (RFC 5737, section 3).
    ///
    /// Any answer proves that the traffic is intercepted. Normally nothing answers, which costs a second per round, so the
    /// endpoint is not asked by default.
    package static let testnet = named("testnet")

    private static func named(_ name: String) -> Endpoint {
        builtIn.first { $0.name == name } ?? { preconditionFailure("no endpoint \(name)") }()
    }

    /// Returns the endpoint limited to one address family, which is appended to its name.
    package func only(_ family: IPAddress.Family) -> Endpoint {
        var endpoint = self
        endpoint.name += ".\(family.rawValue)"
        endpoint.family = family
        endpoint.twin = nil
        return endpoint
    }

    private init(row: [String]) {
        guard let url = try? HTTPURL(row[2]) else { preconditionFailure("no URL: \(row[2])") }
        guard let status = Int(row[5]) else {
            self.init(url, name: row[0], owner: row[1], patience: .seconds(1), expecting: NoReply())
            return
        }
        var parts: [any ResponseValidator] = [StatusCode(status)]
        if row[6] != "-" {
            let field = row[6].split(separator: ": ", maxSplits: 1).map(String.init)
            parts.append(field.count > 1 ? HeaderValue(of: field[0], is: field[1]) : HeaderValue(of: field[0]))
        }
        let body = String(row[7].dropFirst(2))
        if row[7].hasPrefix("= ") { parts.append(BodyEquals(body)) }
        if row[7].hasPrefix("~ ") { parts.append(BodyContains(body)) }
        self.init(
            url,
            name: row[0],
            owner: row[1],
            family: IPAddress.Family(rawValue: row[4]),
            twin: row[3] == "twin" ? url.overTLS : nil,
            expecting: parts.count == 1 ? PublicAddress(StatusCode(status)) : PublicAddress { parts }
        )
    }
}

extension HTTPURL {
    fileprivate var overTLS: HTTPURL? { try? HTTPURL("https://\(authority)\(requestTarget)") }
}
