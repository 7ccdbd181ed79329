extension HTTPURL {
    /// Returns whether two URLs have the same host, or one host is below the other, such as `www.example.com` and `example.com`.
    ///
    /// A host of one label, or an address, matches only itself.
    package func isSameSite(as other: HTTPURL) -> Bool {
        if host == other.host { return true }
        guard address == nil, other.address == nil else { return false }
        let (upper, lower) = host.utf8.count < other.host.utf8.count ? (host, other.host) : (other.host, host)
        return upper.split(separator: ".").count > 1 && lower.hasSuffix(".\(upper)")
    }
}
