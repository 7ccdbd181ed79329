import ConnectivityCore
import ConnectivityRedaction
import ConnectivityWire

/// Replaces the secrets of one recording and stores the replacement of each.
struct Redactor {
    let rules: Redaction
    let headerNames: NamePatterns
    private var texts: TextRedactor
    private var notes: [String] = []

    init(_ rules: Redaction) {
        self.rules = rules
        headerNames = NamePatterns(rules.headerNames.map { $0.lowercased() })
        let names = rules.parameterNames.map { $0.lowercased() }
        texts = TextRedactor(TextRedactor.Rules(names: names, shapes: rules.shapes, texts: rules.texts))
    }

    // MARK: Parts of recordings

    mutating func redacted(_ session: SessionRecording) -> SessionRecording {
        var copy = session
        copy.events = session.events.map { event in
            var event = event
            switch event.content {
            case .interfaces(let snapshot): event.content = .interfaces(redacted(snapshot))
            case .round(let exchanges):
                event.content = .round(exchanges.map { .init(redacted($0.exchange), offset: $0.offset) })
            case .skip(let interface, let time): event.content = .skip(on: redacted(interface), for: time)
            case .observed(let observation): event.content = .observed(redacted(observation))
            case .expected(var expectation):
                expectation.signInURL = expectation.signInURL.map { redacted($0) }
                for index in expectation.paths.indices {
                    let name = expectation.paths[index].path.interface
                    expectation.paths[index].path.interface = redacted(name)
                }
                event.content = .expected(expectation)
            }
            return event
        }
        copy.configuration = session.configuration.map { text in
            let json = try? JSON(file: text.utf8)
            return json.map { redacted($0).text } ?? redacted(text)
        }
        copy.provenance = redacted(session.provenance)
        return copy
    }

    /// Replaces secrets in a provenance, and adds the rules and the omissions so far.
    mutating func redacted(_ provenance: SessionRecording.Provenance) -> SessionRecording.Provenance {
        var copy = provenance
        copy.source = redacted(provenance.source)
        copy.redaction = rules.ruleNames
        copy.notes += notes
        return copy
    }

    /// Replaces secrets in the JSON of a configuration.
    mutating func redacted(_ configuration: JSON) -> JSON {
        redactedQuestions(in: configuration).mapTexts { redacted($0) }.restoringDigests(of: configuration)
    }

    mutating func redacted(_ record: AssessmentRecord) -> AssessmentRecord {
        var copy = record
        copy.snapshot = redacted(record.snapshot)
        copy.paths = record.paths.map { path in
            var copy = path
            copy.path.interface = redacted(path.path.interface)
            copy.exchanges = path.exchanges.map { redacted($0) }
            copy.portalAPI = path.portalAPI.map { redacted($0) }
            return copy
        }
        return copy
    }

    private mutating func redacted(_ snapshot: InterfaceSnapshot) -> InterfaceSnapshot {
        var copy = snapshot
        copy.interfaces = snapshot.interfaces.map { redacted($0) }
        copy.nameServers = snapshot.nameServers.map { redacted($0) }
        return copy
    }

    mutating func redacted(_ exchange: ProbeExchange) -> ProbeExchange {
        var copy = exchange
        switch exchange.request.question {
        case .http(var http):
            http.url = redacted(http.url)
            http.headers = redacted(http.headers)
            copy.request.question = .http(http)
        case .other(let kind, let facts):
            copy.request.question = .other(kind, redacted(facts))
        }
        copy.request.path.interface = exchange.request.path.interface.map { redacted($0) }
        switch exchange.outcome {
        case .success(.http(let response)):
            copy.outcome = .success(.http(noted(response, of: copy)))
        case .success(.other(let kind, let facts)):
            copy.outcome = .success(.other(kind, redacted(facts)))
        case .failure(var failure):
            failure.detail = redacted(failure.detail)
            failure.facts = redacted(failure.facts)
            failure.partialResponse = failure.partialResponse.map { noted($0, of: copy) }
            copy.outcome = .failure(failure)
        }
        copy.connection = redacted(exchange.connection).restoringKeys(of: exchange.connection)
        for index in copy.testimony.indices { redact(&copy.testimony[index].verdict) }
        return copy
    }

    /// Replaces secrets in the verdict of a witness.
    private mutating func redact(_ verdict: inout Verdict) {
        verdict.reason = texts.redacted(verdict.reason)
        guard let portal = verdict.portal, let json = try? JSON(encoding: portal) else { return }
        verdict.portal = (try? json.mapTexts { redacted($0) }.decode(CaptivePortal.self)) ?? .unknown
    }

    private mutating func noted(_ response: ProbeResponse, of exchange: ProbeExchange) -> ProbeResponse {
        if response.hidesItsText {
            notes.append(
                "a compressed body of \(response.body.count) bytes from \(exchange.request.question.subject) was left out"
            )
        }
        return redacted(response)
    }

    /// Replaces private parts of an observation: names of networks, and URLs, which may hold tokens.
    private mutating func redacted(_ observation: CompanionObservation) -> CompanionObservation {
        var copy = observation
        copy.subject = redacted(observation.subject)
        copy.reason = texts.redacted(observation.reason)
        copy.facts = redacted(observation.facts)
        copy.evidence = []
        return copy
    }

    mutating func redacted(_ response: ProbeResponse) -> ProbeResponse {
        var copy = response
        copy.headers = redacted(response.headers)
        if response.hidesItsText {
            copy.body = []
            copy.completeness = .cutAtLimit
        } else {
            copy.body = redacted(response.body)
        }
        return copy
    }

    private mutating func redacted(_ headers: HeaderFields) -> HeaderFields {
        HeaderFields(
            headers.fields.map { field in
                var copy = field
                if HeaderFields.publicNames.contains(field.name.lowercased()) { return field }
                if headerNames.contain(field.name.lowercased()) {
                    copy.value = field.replacingSecrets { secret in
                        String(decoding: texts.replacement(forToken: Array(secret.utf8)[...]), as: UTF8.self)
                    }
                } else {
                    // A URL has the same replacement everywhere.
                    let isURL = ["location", "content-location"].contains(field.name.lowercased())
                    copy.value = texts.redacted(field.value, isField: !isURL)
                }
                return copy
            }
        )
    }

    mutating func redacted(_ url: HTTPURL) -> HTTPURL {
        let text = redacted(url.description)
        // If the redacted URL is not valid, only its host is kept.
        return (try? HTTPURL(text)) ?? (try? url.resolving("/REDACTED")) ?? url
    }

    mutating func redacted(_ text: String) -> String { texts.redacted(text) }

    private mutating func redacted(_ bytes: [UInt8]) -> [UInt8] { texts.redacted(bytes) }
    private mutating func redacted(_ facts: Facts) -> Facts { texts.redacted(facts) }
    private mutating func redacted(_ address: IPAddress) -> IPAddress { texts.redacted(address) }

    private mutating func redacted(_ interface: NetworkInterface) -> NetworkInterface {
        var copy = interface
        copy.name = redacted(interface.name)
        for index in copy.addresses.indices { copy.addresses[index].address = redacted(copy.addresses[index].address) }
        for index in copy.defaultRoutes.indices {
            copy.defaultRoutes[index].gateway = copy.defaultRoutes[index].gateway.map { redacted($0) }
        }
        copy.nameServers = interface.nameServers.map { redacted($0) }
        if let wifi = interface.wifi {
            copy.wifi?.ssid = redacted(wifi.ssid)
            copy.wifi?.bssid = wifi.bssid.map { redacted($0) }
        }
        if case .api(let url) = interface.captivePortal { copy.captivePortal = .api(redacted(url)) }
        copy.provisioning = interface.provisioning.map { redacted($0) }
        return copy
    }

    private mutating func redacted(_ reported: Provisioning) -> Provisioning {
        var copy = Provisioning(
            origin: redacted(origin: reported.origin),
            channel: reported.channel,
            captivePortal: reported.captivePortalText.map { redacted(Array($0.utf8)) },
            nameServers: reported.nameServers.map { redacted($0) },
            isMetered: reported.isMetered,
            domains: reported.domains.map { redacted($0) },
            nat64Prefixes: reported.nat64Prefixes.map(\.description),
            ipv6OnlyWait: reported.ipv6OnlyWait
        ).withProxyScript(reported.proxyScript.map { redacted(Array($0.utf8)) })
        copy.encryptedResolvers = reported.encryptedResolvers.map { redacted($0) }
        return copy
    }

    private mutating func redacted(_ resolver: EncryptedResolver) -> EncryptedResolver {
        let (name, addresses) = (resolver.name.map { redacted($0) }, resolver.addresses.map { redacted($0) })
        return EncryptedResolver(
            resolver.use,
            resolver.transport,
            name: name,
            addresses: addresses,
            port: resolver.port,
            // Some services identify their customers by the path.
            path: resolver.path == nil ? nil : "/dns-query"
        )
    }

    /// An origin can be a router, identified by its address.
    private mutating func redacted(origin: String) -> String {
        let words = origin.split(separator: " ", omittingEmptySubsequences: false)
        guard let last = words.last, let address = try? IPAddress(last) else { return redacted(origin) }
        return (words.dropLast().map { redacted(String($0)) } + ["\(redacted(address))"]).joined(separator: " ")
    }
}

extension ProbeResponse {
    /// Whether the body is compressed, so that secrets in it cannot be found.
    fileprivate var hidesItsText: Bool {
        guard !body.isEmpty else { return false }
        if body.starts(with: [0x1F, 0x8B]) { return true }
        let coding = headers["Content-Encoding"]?.lowercased() ?? "identity"
        return coding != "identity" && !coding.isEmpty && String(validUTF8: body) == nil
    }
}

extension Redactor {
    /// Replaces secrets in the questions of a configuration's endpoints.
    mutating func redactedQuestions(in json: JSON) -> JSON {
        var copy = json
        switch json.value {
        case .array(let elements): copy.value = .array(elements.map { redactedQuestions(in: $0) })
        case .object(let members):
            if let written = try? json.decode(WrittenFacts.self),
                let encoded = try? JSON(encoding: WrittenFacts(written.kind, redacted(written.facts)))
            {
                return encoded
            }
            copy.value = .object(
                members.map { JSON.Member($0.name, redactedQuestions(in: $0.value), at: $0.position) }
            )
        case .null, .bool, .integer, .number, .string: break
        }
        return copy
    }
}
