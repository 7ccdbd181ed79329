extension Endpoint {
    /// The country of the owner's seat (ISO 3166-1), where it is certain; it says whose law the owner is under, not where
    /// the request goes.
    ///
    /// Every probe tells the owner the address of the network and the time. Who minds asks others, such as the group
    /// `neutral`, or an endpoint of their own.
    public var ownerCountry: String? { Self.countries[owner] }

    private static let countries = [
        "Amazon": "US", "Apple": "US", "Brave": "US", "Canonical": "GB", "Cloudflare": "US", "Fedora": "US",
        "GNOME": "US", "Google": "US", "GrapheneOS": "CA", "Honor": "CN", "Huawei": "CN", "KDE": "DE",
        "Microsoft": "US", "Mozilla": "US", "OPPO": "CN", "Quad9": "CH", "Red Hat": "US", "Samsung": "KR",
        "Tailscale": "CA",
        "Valve": "US", "Xiaomi": "CN", "vivo": "CN",
    ]
}
