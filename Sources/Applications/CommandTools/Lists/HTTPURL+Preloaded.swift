import ConnectivityCore

/// The hosts that browsers ask only over https, whatever the URL says (HSTS preload).
extension HTTPURL {
    /// Whether no browser requests the URL, because it has plain http and its host is preloaded.
    var isRefusedByBrowsers: Bool { scheme == .http && Self.isPreloaded(host) }

    static func isPreloaded(_ host: String) -> Bool {
        host.split(separator: ".").last.map { preloadedDomains.contains($0.lowercased()) } ?? false
    }

    /// Top-level domains whose hosts are all preloaded.
    ///
    /// Source: net/http/transport_security_state_static.json of Chromium, of January 2025; other browsers also use it.
    private static let preloadedDomains: Set<String> = [
        "amazon", "android", "app", "azure", "bank", "bing", "boo", "channel", "chrome", "dad", "day", "dev", "eat",
        "esq",
        "fire", "fly", "foo", "gle", "gmail", "google", "hangout", "hotmail", "ing", "insurance", "meet", "meme",
        "microsoft",
        "mov", "new", "nexus", "page", "phd", "play", "prof", "rsvp", "search", "youtube", "zip",
    ]
}
