extension HTTPURL {
    /// Whether the host is this machine: a loopback or unspecified address, or a name below `localhost` (RFC 6761,
    /// section 6.3).
    package var isOnOwnMachine: Bool {
        if let address { return address.isLoopback || address.isUnspecified }
        return host.split(separator: ".").last == "localhost"
    }

    /// The URL, if it can be one that a network gives to a machine.
    ///
    /// No network has a page or an API on the machine that it serves, so that such a URL is a mistake or an attack.
    ///
    /// - Parameter asked: The URL that was asked; whoever asks this machine is led to it rightly.
    /// - Returns: The same URL.
    /// - Throws: ``Fault/ownMachine`` if the URL names this machine.
    package func fromNetwork(askedAt asked: HTTPURL? = nil) throws(Fault) -> HTTPURL {
        guard !isOnOwnMachine || asked?.isOnOwnMachine == true else { throw .ownMachine }
        return self
    }
}
