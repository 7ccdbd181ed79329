import ConnectivityCore

extension Scenario {
    /// The answer of a scenario to a request, and the part of the scenario that decided it.
    package struct Answer: Hashable, Sendable {
        /// The part of a scenario that stated a fault.
        package enum FaultOwner: String, Hashable, Sendable {
            case reply, host, state
        }

        /// The reply, with the applicable fault.
        package var reply: TestServer.Reply
        /// The name of the state in which the request was answered.
        package var state: String
        /// The reply's place in the scenario, such as `hosts.a.example.replies[0]`; `nil` if none matches.
        package var source: String?
        /// The owner of the reply's fault; `nil` without a fault.
        package var faultOwner: FaultOwner?

        package init(state: String, reply: TestServer.Reply, source: String? = nil) {
            self.state = state
            self.reply = reply
            self.source = source
        }
    }

    /// Returns the answer to a request, 404 if no reply matches; the answer may change the state of the client.
    ///
    /// The fault of the reply applies; without one, that of the host; without either, that of the state.
    package func answer(
        to request: TestServer.Request,
        at now: Duration,
        _ progress: inout Progress,
        tokens: Tokens = Tokens(seed: 0)
    ) -> Answer {
        progress.elapse(to: now)
        let state = progress.state
        var asked = Asked(request)
        let (host, client) = (asked.host, request.client)
        let value: (Template.Name) -> String = { name in
            switch name {
            case .askedURL: request.url
            case .clientAddress: client?.description ?? ""
            case .host: host
            case .state: state.name
            case .token: tokens.token(of: client)
            }
        }
        for name in hostNames(for: asked.host) {
            guard let host = hosts[name],
                let index = host.replies.firstIndex(where: { $0.fits(&asked, in: state.name, value) })
            else { continue }
            let reply = host.replies[index]
            let message = reply.message.filled(value)
            var answer = Answer(
                state: state.name,
                reply: TestServer.Reply([.respond(message)]),
                source: "hosts.\(name).replies[\(index)]"
            )
            (answer.reply.fault, answer.faultOwner) =
                if let fault = reply.fault { (fault, .reply) } else { host.fault(in: state) }
            // With TLS, the handshake has already waited.
            if request.isSecure { answer.reply.fault?.delayBeforeAccept = .zero }
            let byteCount = request.method == "HEAD" ? 0 : message.body.count
            progress.answer(leadingTo: reply.leadsTo, byteCount: byteCount, at: now)
            return answer
        }
        progress.answer(leadingTo: nil, byteCount: 0, at: now)
        return Answer(state: state.name, reply: .message(status: 404))
    }

    /// Returns the answer to a TLS client that names a host, and the place of its certificate in the scenario.
    func handshake(
        for name: String?,
        at now: Duration,
        _ progress: inout Progress
    ) -> (handshake: TestServer.Security.Handshake, source: String?) {
        progress.elapse(to: now)
        for name in hostNames(for: name ?? "127.0.0.1") {
            guard let host = hosts[name], let certificate = host.tls else { continue }
            let delay = host.fault(in: progress.state).fault?.delayBeforeAccept ?? .zero
            return (TestServer.Security.Handshake(certificate, delay: delay), "hosts.\(name).tls")
        }
        return (TestServer.Security.Handshake(.broken), nil)
    }

    /// The rules of the name server, including those that follow from the hosts.
    var allNames: [NameRule] { names + hostNames.map { NameRule(name: $0, addresses: ["127.0.0.1"]) } }

    /// Returns the place of a rule of ``allNames`` in the scenario.
    func source(ofName index: Int) -> String {
        index < names.count ? "names[\(index)]" : "hosts.\(hostNames[index - names.count])"
    }

    /// The names of the hosts, the most specific first: full names, then suffixes, the longest first, then `*`.
    private var hostNames: [String] {
        hosts.keys.sorted { first, second in
            let isPattern = (first.hasPrefix("*"), second.hasPrefix("*"))
            guard isPattern.0 == isPattern.1 else { return isPattern.1 }
            let counts = (first.utf8.count, second.utf8.count)
            return counts.0 == counts.1 ? first < second : counts.0 > counts.1
        }
    }

    /// Returns the names of the hosts that match a name, the most specific first.
    private func hostNames(for name: String) -> [String] { hostNames.filter { NamePattern($0).matches(name) } }

    /// The subject of a request; a request to a proxy has a full URL.
    struct Asked {
        let request: TestServer.Request
        private(set) var host: String
        private(set) var path: String
        private var query: String?
        private(set) lazy var fields = FormFields(request, query: query)

        init(_ request: TestServer.Request) {
            self.request = request
            if let url = try? HTTPURL(request.target) {
                (host, path, query) = (url.host, url.path, url.query)
                return
            }
            host = request.host ?? ""
            if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") { host = String(host[..<colon]) }
            let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            (path, query) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
        }
    }
}

extension Scenario.Host {
    /// The fault of the host's replies in a state, and its owner.
    fileprivate func fault(
        in state: Scenario.State
    ) -> (fault: TestServer.Fault?, owner: Scenario.Answer.FaultOwner?) {
        if let fault { return (fault, .host) }
        return (state.fault, state.fault == nil ? nil : .state)
    }
}

extension Scenario.Reply {
    fileprivate func fits(
        _ asked: inout Scenario.Asked,
        in state: String,
        _ value: (Template.Name) -> String
    ) -> Bool {
        guard method == nil || method == asked.request.method, when?.contains(state) != false else { return false }
        if let path {
            guard path.hasSuffix("*") ? asked.path.hasPrefix(path.dropLast()) : asked.path == path else { return false }
        }
        return form.map { asked.fields.fulfil($0, value) } ?? true
    }
}
