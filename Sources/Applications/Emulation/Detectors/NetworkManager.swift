import ConnectivityCore

extension Detector {
    /// The rule of NetworkManager's connectivity check with its upstream configuration.
    ///
    /// It does not follow redirects and ignores the status code. The header field `X-NetworkManager-Status: online` is checked
    /// first and means full connectivity. Otherwise, a body that begins with the expected text is full connectivity, and any
    /// other body, including an empty one, is a portal. No answer is limited connectivity. It does not name a sign-in page;
    /// desktops open the checked URL.
    ///
    /// Distributions configure other URLs and texts, with the same rule: see ``networkManagers``. Source: NetworkManager,
    /// src/core/nm-connectivity.c and nm-config.h; NetworkManager.conf(5), section connectivity.
    package static let networkManager = NetworkManager(
        "networkmanager",
        "GNOME, Linux: NetworkManager",
        "http://nmcheck.gnome.org/check_network_status.txt",
        source: "NetworkManager: src/core/nm-connectivity.c; NetworkManager.conf(5)"
    )
    .detector

    /// The rule of NetworkManager's connectivity check with the configuration of each distribution that ships one.
    ///
    /// A configuration without a text uses that of ``networkManager``. Ubuntu's server answers with the header field instead.
    /// Source: the file in each ``source``, in `/usr/lib/NetworkManager/conf.d`.
    package static let networkManagers: [Detector] = [
        NetworkManager(
            "networkmanager-fedora",
            "Fedora: NetworkManager",
            "http://fedoraproject.org/static/hotspot.txt",
            text: "OK",
            source: "NetworkManager: contrib/fedora/rpm/20-connectivity-fedora.conf (3cfd8b8)"
        ),
        NetworkManager(
            "networkmanager-rhel",
            "Red Hat Enterprise Linux: NetworkManager",
            "http://static.redhat.com/test/rhel-networkmanager.txt",
            text: "OK",
            source: "NetworkManager: contrib/fedora/rpm/20-connectivity-redhat.conf (046568c)"
        ),
        NetworkManager(
            "networkmanager-debian",
            "Debian: NetworkManager",
            "http://network-test.debian.org/nm",
            source: "Debian: network-manager-config-connectivity-debian 1.42.4, 20-connectivity-debian.conf"
        ),
        NetworkManager(
            "networkmanager-ubuntu",
            "Ubuntu: NetworkManager",
            "http://connectivity-check.ubuntu.com/",
            header: ["X-NetworkManager-Status": "online"],
            source: "Ubuntu: network-manager-config-connectivity-ubuntu, 20-connectivity-ubuntu.conf"
        ),
        NetworkManager(
            "networkmanager-arch",
            "Arch Linux: NetworkManager",
            "http://ping.archlinux.org/nm-check.txt",
            source: "Arch Linux: networkmanager, PKGBUILD, 20-connectivity.conf"
        ),
        NetworkManager(
            "networkmanager-opensuse",
            "openSUSE: NetworkManager",
            "http://conncheck.opensuse.org",
            source: "openSUSE: NetworkManager-branding-openSUSE, conf.d/conncheck.conf"
        ),
    ]
    .map(\.detector)
}

/// One configuration of NetworkManager's check.
private struct NetworkManager: Sendable {
    let name, system, text, source: String
    let question: Detector.Question

    /// Creates a configuration with a `uri` and a `response`; `header` has the fields of a server's answer of status 204.
    init(
        _ name: String,
        _ system: String,
        _ url: HTTPURL,
        text: String = "NetworkManager is online",
        header: HeaderFields? = nil,
        source: String
    ) {
        self.name = name
        self.system = system
        self.text = text
        self.source = source
        question =
            header.map { Detector.Question(url, genuine: ProbeResponse(status: 204, headers: $0)) } ?? .page(url, text)
    }

    var detector: Detector {
        Detector(
            name: name,
            system: system,
            questions: [question],
            expects: "X-NetworkManager-Status: online, or a body that begins with \"\(text)\"",
            source: source,
            rule: conclude
        )
    }

    private func conclude(_ answers: Detector.Answers) throws(Detector.Unanswered) -> DetectorConclusion {
        let exchange = try answers.to(question)
        // The received bytes decide on arrival, before any failure.
        let response = exchange.response
        let states = response?.headers.values(of: "X-NetworkManager-Status") ?? []
        if states.contains(where: { $0.lowercased() == "online" }) {
            return DetectorConclusion(.online, "FULL", because: "the header field says online")
        }
        let body = response?.body ?? []
        if body.starts(with: text.utf8) {
            return DetectorConclusion(.online, "FULL", because: "the body begins with the expected text")
        }
        if case .failure = exchange.outcome, text.utf8.starts(with: body) {
            return DetectorConclusion(.offline, "LIMITED", because: exchange.outline)
        }
        return DetectorConclusion(.captive, "PORTAL", because: exchange.outline)
    }
}
