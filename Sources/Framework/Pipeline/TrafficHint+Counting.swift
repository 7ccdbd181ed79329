import ConnectivityCore

extension TrafficHint {
    /// Whether the hint is evidence about the Internet: hosts of this network are not, nor is an answer of a host that
    /// walled gardens let through.
    var counts: Bool {
        guard case .host(let name) = subject else { return true }
        if let address = try? IPAddress(name) { return address.isOnPublicInternet }
        guard name.utf8.count <= 253, IPAddress.isPublic(name: name) else { return false }
        return isAnswered != true || !Self.gardens.contains { name == $0 || name.hasSuffix("." + $0) }
    }

    /// Domains of vendors and content networks whose services and sign-ins walled gardens let through.
    private static let gardens = [
        "apple.com", "icloud.com", "google.com", "googleapis.com", "gstatic.com", "microsoft.com", "windows.com",
        "live.com",
        "msftconnecttest.com", "mozilla.org", "mozilla.com", "firefox.com", "facebook.com", "fbcdn.net",
        "instagram.com",
        "whatsapp.net", "x.com", "twitter.com", "linkedin.com", "cloudflare.com", "amazon.com", "amazonaws.com",
    ]
}
