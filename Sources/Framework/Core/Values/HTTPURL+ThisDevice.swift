extension HTTPURL {
    /// Whether the host is this device: a loopback or unspecified address, or a name below `localhost` (RFC 6761, section 6.3).
    package var isOnThisDevice: Bool {
        if let address { return address.isLoopback || address.isUnspecified }
        return host.split(separator: ".").last == "localhost"
    }

    /// Returns the URL if a network can have provided it.
    ///
    /// No network has a page or an API on the device that it serves, so such a URL is a mistake or an attack, unless the request
    /// was to this device.
    package func fromNetwork(askedAt asked: HTTPURL? = nil) throws(Fault) -> HTTPURL {
        guard !isOnThisDevice || asked?.isOnThisDevice == true else { throw .thisDevice }
        return self
    }
}
