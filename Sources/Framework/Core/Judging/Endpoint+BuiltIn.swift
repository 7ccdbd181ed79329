// The endpoints that operating systems, browsers and network managers ask, as data. The expected answers are facts
// about those services.

extension Endpoint {
    /// All built-in endpoints, grouped by owner.
    ///
    /// Some are meant only for the clients of their owner. The default set is small, see ``standard``.
    package static let builtIn: [Endpoint] =
        [
            apple, appleLibrary, google, googleGstatic, googleHTTPS, microsoft, microsoftIPv6,
            microsoftNCSI, mozilla, mozillaIPv4, mozillaIPv6,
            mozillaCanonical, gnome, ubuntu, fedora, debian, kde, arch, openSUSE, connmanIPv4, connmanIPv6, cloudflare,
            cloudflareHTTPS, grapheneOS, testnet,
        ] + others

    /// The default endpoints.
    ///
    /// They have five owners, two of them over TLS, so that any one may be down. One of them is also asked over
    /// each address family separately, so that a broken family is detected.
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

    /// Groups of built-in endpoints by name, such as those that one kind of system asks.
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
    public static let apple = page(
        "apple.hotspot",
        "Apple",
        "http://captive.apple.com/hotspot-detect.html",
        "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
        hasTwin: true
    )
    /// An older page of Apple with the same content.
    package static let appleLibrary = page(
        "apple.library",
        "Apple",
        "http://www.apple.com/library/test/success.html",
        "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>",
        hasTwin: true
    )
    /// The endpoint of Android's network monitor.
    public static let google = noContent(
        "google.connectivitycheck",
        "Google",
        "http://connectivitycheck.gstatic.com/generate_204",
        hasTwin: true
    )
    /// The endpoint of Chromium and ChromeOS.
    package static let googleGstatic = noContent(
        "google.gstatic",
        "Google",
        "http://www.gstatic.com/generate_204",
        hasTwin: true
    )
    /// The endpoint of Android's network monitor over TLS, asked in addition to the one over HTTP.
    public static let googleHTTPS = noContent("google.https", "Google", "https://www.google.com/generate_204")
    /// The endpoint of Windows' connectivity indicator.
    public static let microsoft = page(
        "microsoft.connecttest",
        "Microsoft",
        "http://www.msftconnecttest.com/connecttest.txt",
        "Microsoft Connect Test"
    )
    /// The endpoint of Windows' connectivity indicator over IPv6.
    package static let microsoftIPv6 = page(
        "microsoft.connecttest6",
        "Microsoft",
        "http://ipv6.msftconnecttest.com/connecttest.txt",
        "Microsoft Connect Test",
        family: .ipv6
    )
    /// The endpoint of Windows before version 10.
    package static let microsoftNCSI = page(
        "microsoft.ncsi",
        "Microsoft",
        "http://www.msftncsi.com/ncsi.txt",
        "Microsoft NCSI"
    )
    /// The endpoint of Firefox's network connectivity service.
    public static let mozilla = page(
        "mozilla.success",
        "Mozilla",
        "http://detectportal.firefox.com/success.txt",
        "success"
    )
    /// The endpoint ``mozilla`` only over IPv4.
    ///
    /// On a network with both families, a working one can hide a broken one. The owner serves this endpoint over
    /// both, and its body is harder to forge than an empty answer.
    package static let mozillaIPv4 = mozilla.only(.ipv4)
    package static let mozillaIPv6 = mozilla.only(.ipv6)
    /// The endpoint of Firefox's captive portal service.
    package static let mozillaCanonical = page(
        "mozilla.canonical",
        "Mozilla",
        "http://detectportal.firefox.com/canonical.html",
        #"<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>"#
    )
    /// The endpoint of NetworkManager, unless a distribution configures another one.
    public static let gnome = page(
        "gnome.nmcheck",
        "GNOME",
        "http://nmcheck.gnome.org/check_network_status.txt",
        "NetworkManager is online",
        hasTwin: true
    )
    /// The endpoint of NetworkManager on Ubuntu.
    public static let ubuntu = Endpoint(
        "http://connectivity-check.ubuntu.com/",
        name: "ubuntu",
        owner: "Canonical",
        twin: "https://connectivity-check.ubuntu.com/",
        expecting: networkManagerHeader
    )
    /// The endpoint of NetworkManager on Fedora.
    public static let fedora = page(
        "fedora",
        "Fedora",
        "http://fedoraproject.org/static/hotspot.txt",
        "OK",
        hasTwin: true
    )
    /// The endpoint of NetworkManager on Debian.
    public static let debian = page(
        "debian",
        "Debian",
        "http://network-test.debian.org/nm",
        "NetworkManager is online"
    )
    /// The endpoint of KDE's portal monitor.
    public static let kde = page("kde", "KDE", "http://networkcheck.kde.org/", "OK", hasTwin: true)
    /// The endpoint of NetworkManager on Arch Linux.
    public static let arch = page(
        "arch",
        "Arch",
        "http://ping.archlinux.org/nm-check.txt",
        "NetworkManager is online",
        hasTwin: true
    )
    /// The endpoint of NetworkManager on openSUSE.
    public static let openSUSE = Endpoint(
        "http://conncheck.opensuse.org/",
        name: "opensuse",
        owner: "openSUSE",
        twin: "https://conncheck.opensuse.org/",
        expecting: networkManagerHeader
    )
    package static let connmanIPv4 = connman("connman.v4", "http://ipv4.connman.net/online/status.html", .ipv4)
    package static let connmanIPv6 = connman("connman.v6", "http://ipv6.connman.net/online/status.html", .ipv6)
    /// Cloudflare's endpoint for checks by any client.
    public static let cloudflare = noContent(
        "cloudflare",
        "Cloudflare",
        "http://cp.cloudflare.com/generate_204",
        hasTwin: true
    )
    /// The endpoint ``cloudflare`` over TLS.
    public static let cloudflareHTTPS = noContent(
        "cloudflare.https",
        "Cloudflare",
        "https://cp.cloudflare.com/generate_204"
    )
    /// The endpoint of GrapheneOS.
    public static let grapheneOS = noContent(
        "grapheneos",
        "GrapheneOS",
        "http://connectivitycheck.grapheneos.network/generate_204",
        hasTwin: true
    )
    /// A documentation address, never assigned to a host (RFC 5737, section 3).
    ///
    /// If anything answers, it intercepts the traffic. Normally nothing answers, which costs a second per round, so
    /// the endpoint is not asked by default.
    package static let testnet = Endpoint(
        "http://192.0.2.1/",
        name: "testnet",
        owner: "unassigned",
        patience: .seconds(1),
        expecting: HasNoReply()
    )

    /// Returns the endpoint limited to one address family, which is appended to its name.
    package func only(_ family: AddressFamily) -> Endpoint {
        var endpoint = self
        endpoint.name += ".\(family.rawValue)"
        endpoint.family = family
        endpoint.twin = nil
        return endpoint
    }

    /// The endpoints of other systems, browsers and programs.
    private static let others: [Endpoint] = [
        noContent("google.clients3", "Google", "http://clients3.google.com/generate_204", hasTwin: true),
        noContent("google.gen_204", "Google", "http://www.google.com/gen_204", hasTwin: true),
        noContent("google.play", "Google", "http://play.googleapis.com/generate_204", hasTwin: true),
        noContent("microsoft.edge", "Microsoft", "http://edge-http.microsoft.com/captiveportal/generate_204"),
        page("rhel", "Red Hat", "http://static.redhat.com/test/rhel-networkmanager.txt", "OK", hasTwin: true),
        Endpoint(
            "http://spectrum.s3.amazonaws.com/kindle-wifi/wifistub.html",
            name: "amazon.kindle",
            owner: "Amazon",
            expecting: FromPublicAddress {
                HasStatus(200)
                BodyContains("81ce4465-7167-4dcb-835b-dcc9e44c112a")
            }
        ),
        noContent("xiaomi", "Xiaomi", "http://connect.rom.miui.com/generate_204"),
        noContent("huawei", "Huawei", "http://connectivitycheck.platform.hicloud.com/generate_204"),
        noContent("honor", "Honor", "http://connectivitycheck.platform.hihonorcloud.com/generate_204"),
        noContent("oppo", "OPPO", "http://conn1.oppomobile.com/generate_204"),
        noContent("vivo", "vivo", "http://wifi.vivo.com.cn/generate_204"),
        noContent("samsung.cn", "Samsung", "http://connectivity.samsung.com.cn/generate_204"),
        noContent("grapheneos.fallback", "GrapheneOS", "http://grapheneos.online/generate_204", hasTwin: true),
        noContent("brave", "Brave", "http://detectportal.brave-http-only.com/generate_204"),
        noContent("steam", "Valve", "http://test.steampowered.com/204"),
        noContent("tailscale.control", "Tailscale", "http://controlplane.tailscale.com/generate_204"),
    ]

    /// The answer of a distribution's endpoint that has no body.
    private static var networkManagerHeader: some ResponseValidator {
        FromPublicAddress {
            HasStatus(204)
            HasHeader("X-NetworkManager-Status", "online")
        }
    }

    private static func page(
        _ name: String,
        _ owner: String,
        _ url: HTTPURL,
        _ body: String,
        family: AddressFamily? = nil,
        hasTwin: Bool = false
    ) -> Endpoint {
        Endpoint(
            url,
            name: name,
            owner: owner,
            family: family,
            twin: hasTwin ? url.overTLS : nil,
            expecting: FromPublicAddress {
                HasStatus(200)
                BodyEquals(body)
            }
        )
    }

    private static func noContent(
        _ name: String,
        _ owner: String,
        _ url: HTTPURL,
        hasTwin: Bool = false
    ) -> Endpoint {
        Endpoint(
            url,
            name: name,
            owner: owner,
            twin: hasTwin ? url.overTLS : nil,
            expecting: FromPublicAddress(HasStatus(204))
        )
    }

    private static func connman(_ name: String, _ url: HTTPURL, _ family: AddressFamily) -> Endpoint {
        Endpoint(
            url,
            name: name,
            owner: "ConnMan",
            family: family,
            expecting: FromPublicAddress {
                HasStatus(200)
                HasHeader("X-ConnMan-Status")
            }
        )
    }
}

extension HTTPURL {
    fileprivate var overTLS: HTTPURL? { try? HTTPURL("https://\(authority)\(requestTarget)") }
}
