extension ProbeExchange {
    /// A redirect that was followed.
    public struct Redirect: Hashable, Sendable {
        /// The requested URL.
        public var url: HTTPURL
        /// The status of the answer, from 300 through 399.
        public var status: Int
        /// The address that answered; `nil` if not known.
        public var remoteAddress: IPAddress?
        /// The time from the request to the end of the answer.
        public var duration: Duration

        /// Creates a redirect.
        public init(_ url: HTTPURL, status: Int, remoteAddress: IPAddress? = nil, duration: Duration = .zero) {
            (self.url, self.status, self.remoteAddress, self.duration) = (url, status, remoteAddress, duration)
        }

        init?(facts: Facts) {
            guard let url = facts["url"]?.text.flatMap({ try? HTTPURL($0) }),
                let status = facts["status"]?.integer.flatMap({ Int(exactly: $0) }), (300...399).contains(status)
            else { return nil }
            let seconds = facts["seconds"]?.number ?? 0
            self.init(
                url,
                status: status,
                remoteAddress: facts["from"]?.text.flatMap { try? IPAddress($0) },
                duration: (0...86_400).contains(seconds) ? .microseconds(Int64(seconds * 1_000_000)) : .zero
            )
        }

        var facts: Facts {
            var facts: Facts = ["url": .text("\(url)"), "status": Fact(status), "seconds": .number(duration.seconds)]
            if let remoteAddress { facts["from"] = .text("\(remoteAddress)") }
            return facts
        }
    }
}

extension ProbeExchange {
    /// The reason why a redirect was not followed, although its endpoint permits some.
    package enum RedirectRefusal: String, Hashable, Sendable, CaseIterable {
        /// The permitted number of redirects was followed already.
        case limit
        /// The URL was requested before.
        case loop
        /// It leads to another host that is neither above nor below the endpoint's.
        case otherSite = "other-site"
        /// It leads from TLS to a connection without TLS.
        case downgrade
        /// The answer came from a private address, although the endpoint's own address is public.
        case privateAddress = "private-address"
        /// Its `Location` is not a URL that may be requested, such as a URL with another scheme or with a user name.
        case location
    }
}

extension ProbeExchange {
    /// The redirects that were followed, in order; see ``HTTPQuestion/redirectCountMax``.
    package var redirects: [ProbeExchange.Redirect] {
        get {
            (connection["redirects"]?.list ?? []).compactMap { $0.record.flatMap(ProbeExchange.Redirect.init(facts:)) }
        }
        set { connection["redirects"] = newValue.isEmpty ? nil : .list(newValue.map { .record($0.facts) }) }
    }

    /// The URL that gave the answer: the endpoint's, or the target of the last followed redirect; `nil` if the question is not an
    /// HTTP request.
    package var answeredURL: HTTPURL? {
        get { connection["url"]?.text.flatMap { try? HTTPURL($0) } ?? request.url }
        set { connection["url"] = newValue == request.url ? nil : newValue.map { .text("\($0)") } }
    }

    /// The reason why the redirect in the answer was not followed; `nil` without a redirect, or if none may be followed.
    package var redirectRefusal: ProbeExchange.RedirectRefusal? {
        get { connection["refused"]?.text.flatMap(ProbeExchange.RedirectRefusal.init(rawValue:)) }
        set { connection["refused"] = newValue.map { .text($0.rawValue) } }
    }

    /// Whether the answer repeated a secret of the request, which was replaced in it.
    package var repeatsSecret: Bool {
        get { connection["repeatsSecret"]?.flag ?? false }
        set { connection["repeatsSecret"] = newValue ? .flag(true) : nil }
    }

    /// The addresses of the host's name, if the pipeline itself looked them up; ``remoteAddress`` is the used one.
    package var hostAddresses: [IPAddress] {
        get { (connection["addresses"]?.list ?? []).compactMap { $0.text.flatMap { try? IPAddress($0) } } }
        set { connection["addresses"] = newValue.isEmpty ? nil : .list(newValue.map { .text("\($0)") }) }
    }
}
