import ConnectivityCore

extension Scenario {
    /// The names of the hosts, the most exact first: whole ones, then ends from the longest on, then `*`.
    private var hostNames: [String] {
        hosts.keys.sorted { first, second in
            let isPattern = (first.hasPrefix("*"), second.hasPrefix("*"))
            guard isPattern.0 == isPattern.1 else { return isPattern.1 }
            let counts = (first.utf8.count, second.utf8.count)
            return counts.0 == counts.1 ? first < second : counts.0 > counts.1
        }
    }

    /// The hosts that answer for a name, the most exact first.
    private func hosts(for name: String) -> [Host] {
        hostNames.filter { NamePattern($0).matches(name) }.compactMap { hosts[$0] }
    }

    /// What is done with a request in a state.
    func answer(to request: TestServer.Request, in state: State) -> (reply: TestServer.Reply, leadsTo: State?) {
        let asked = Self.asked(request)
        for host in hosts(for: asked.host) {
            guard let reply = host.replies.first(where: { $0.fits(request.method, asked.path, state) }) else {
                continue
            }
            var answer = TestServer.Reply([.respond(reply.message)])
            answer.fault = reply.fault ?? host.fault
            // With TLS the handshake has waited already.
            if request.isSecure { answer.fault?.delayBeforeAccept = .zero }
            return (answer, reply.leadsTo)
        }
        return (.message(status: 404), nil)
    }

    /// What a TLS client that names a host is shown.
    func handshake(for name: String?) -> TestServer.Security.Handshake {
        let host = hosts(for: name ?? "127.0.0.1").first { $0.tls != nil }
        return TestServer.Security.Handshake(host?.tls ?? .broken, delay: host?.fault?.delayBeforeAccept ?? .zero)
    }

    /// The rules of the name server, those that the hosts imply included.
    var allNames: [NameRule] { names + hostNames.map { NameRule($0, addresses: ["127.0.0.1"]) } }

    /// The host and the path that a request asks for; a proxy is asked for a whole URL.
    private static func asked(_ request: TestServer.Request) -> (host: String, path: String) {
        if let url = try? HTTPURL(request.target) { return (url.host, url.path) }
        var host = request.host ?? ""
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") { host = String(host[..<colon]) }
        return (host, String(request.target.prefix { $0 != "?" }))
    }
}

extension Scenario.Reply {
    fileprivate func fits(_ method: String, _ path: String, _ state: Scenario.State) -> Bool {
        guard self.method == nil || self.method == method, when == nil || when == state else { return false }
        guard let wanted = self.path else { return true }
        return wanted.hasSuffix("*") ? path.hasPrefix(wanted.dropLast()) : path == wanted
    }
}
