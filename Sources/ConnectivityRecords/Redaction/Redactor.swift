import ConnectivityCore

/// Replaces the secrets of one recording and remembers the replacement of each.
struct Redactor {
    let rules: Redaction
    let headerNames: NamePatterns
    let parameterNames: NamePatterns
    /// The number of each secret; secrets of one kind are numbered in the order in which they were found.
    private var tokens: [ArraySlice<UInt8>: Int] = [:]
    private var numbers: [ArraySlice<UInt8>: Int] = [:]
    private var hardwareAddresses: [ArraySlice<UInt8>: Int] = [:]
    private var notes: [String] = []

    init(_ rules: Redaction) {
        self.rules = rules
        headerNames = NamePatterns(rules.headerNames.map { $0.lowercased() })
        parameterNames = NamePatterns(rules.parameterNames.map { $0.lowercased() })
    }

    // MARK: Replacements

    private static let mark = Array("REDACTED".utf8)

    /// Whether the bytes are already a replacement.
    static func isReplaced(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: mark) || bytes.starts(with: "redacted-".utf8)
    }

    /// Returns the replacement of a token or another secret text.
    mutating func replacement(forToken secret: ArraySlice<UInt8>) -> [UInt8] {
        guard !secret.isEmpty, !Self.isReplaced(secret) else { return Array(secret) }
        let index = Self.index(of: secret, in: &tokens)
        let text = Self.mark + "-\(index)".utf8
        let padding = max(0, secret.count - text.count)
        return text + (0..<padding).map { (padding - $0) % 2 == 1 ? UInt8(ascii: "x") : UInt8(ascii: "-") }
    }

    /// Returns the replacement of a number, which has the same number of digits.
    mutating func replacement(forNumber secret: ArraySlice<UInt8>) -> [UInt8] {
        let index = Array("\(Self.index(of: secret, in: &numbers))".utf8)
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, secret.count - 1 - index.count))
        return [UInt8(ascii: "1")] + zeros + index.suffix(secret.count - 1)
    }

    /// Returns the digits that replace those of a hardware address.
    mutating func replacement(forHardwareAddress digits: [UInt8]) -> [UInt8] {
        let documentation = Array("00005e0053".utf8)
        guard !digits.starts(with: documentation) else { return digits }
        let index = Self.index(of: digits[...], in: &hardwareAddresses) % 256
        let hexadecimal = Array("0123456789abcdef".utf8)
        return documentation + [hexadecimal[index >> 4], hexadecimal[index & 15]]
    }

    private static func index(of secret: ArraySlice<UInt8>, in known: inout [ArraySlice<UInt8>: Int]) -> Int {
        // The key is a copy; a slice would keep the whole text in memory.
        let index = known[secret] ?? known.count + 1
        known[Array(secret)[...]] = index
        return index
    }

    // MARK: Parts of recordings

    mutating func redacted(_ session: SessionRecording) -> SessionRecording {
        var copy = session
        copy.events = session.events.map { event in
            var event = event
            switch event.happening {
            case .interfaces(let snapshot): event.happening = .interfaces(redacted(snapshot))
            case .round(let exchanges):
                event.happening = .round(exchanges.map { .init(redacted($0.exchange), offset: $0.offset) })
            case .expected(var expectation):
                expectation.signInURL = expectation.signInURL.map { redacted($0) }
                for index in expectation.paths.indices {
                    let name = expectation.paths[index].path.interface
                    expectation.paths[index].path.interface = redacted(name)
                }
                event.happening = .expected(expectation)
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

    /// Replaces secrets in a description, and adds the rules and what was left out so far.
    mutating func redacted(_ provenance: SessionRecording.Provenance) -> SessionRecording.Provenance {
        var copy = provenance
        copy.source = redacted(provenance.source)
        copy.redaction = rules.ruleNames
        copy.notes += notes
        return copy
    }

    /// Replaces secrets in the JSON of a configuration.
    mutating func redacted(_ configuration: JSON) -> JSON {
        redactedQuestions(in: configuration).mapTexts { redacted($0) }
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
        for index in copy.testimony.indices { redact(&copy.testimony[index].verdict) }
        return copy
    }

    /// Replaces secrets in the verdict of a witness.
    private mutating func redact(_ verdict: inout Verdict) {
        verdict.reason = redacted(verdict.reason)
        guard let portal = verdict.portal, let json = try? JSON(encoding: portal) else { return }
        verdict.portal = (try? json.mapTexts { redacted($0) }.decode(CaptivePortal.self)) ?? .unknown
    }

    private mutating func redacted(_ reason: Reason) -> Reason {
        Reason(reason.code, redacted(reason.facts), parts: reason.parts.map { redacted($0) })
    }

    private mutating func noted(_ response: ProbeResponse, of exchange: ProbeExchange) -> ProbeResponse {
        if response.hidesItsText {
            notes.append(
                "a compressed body of \(response.body.count) bytes from \(exchange.request.question.subject) was left out"
            )
        }
        return redacted(response)
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
                let name = field.name.lowercased()
                let value = Array(field.value.utf8)[...]
                guard headerNames.contain(name) else {
                    return HeaderFields.Field(name: field.name, value: redacted(field.value))
                }
                var secret = value
                var (before, after) = (value.prefix(0), value.suffix(0))
                if field.isCookieOfServer {
                    secret = value.prefix { $0 != UInt8(ascii: ";") }
                    after = value[secret.endIndex...]
                    if let sign = secret.firstIndex(of: UInt8(ascii: "=")) {
                        before = secret[...sign]
                        secret = secret[(sign + 1)...]
                    }
                }
                let bytes = before + replacement(forToken: secret) + after
                return HeaderFields.Field(name: field.name, value: String(decoding: bytes, as: UTF8.self))
            }
        )
    }

    mutating func redacted(_ url: HTTPURL) -> HTTPURL {
        let text = redacted(url.description)
        // If the redacted URL is not valid, only its host is kept.
        return (try? HTTPURL(text)) ?? (try? url.resolving("/REDACTED")) ?? url
    }

    mutating func redacted(_ text: String) -> String { String(decoding: redacted(Array(text.utf8)), as: UTF8.self) }

    /// Applies all rules for texts to bytes, which do not have to be valid text.
    mutating func redacted(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for text in rules.texts where !text.isEmpty { bytes = replacingText(Array(text.utf8), in: bytes) }
        return replacingNamed(in: replacingShapes(in: bytes))
    }

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

    private mutating func redacted(_ told: Provisioning) -> Provisioning {
        Provisioning(
            origin: redacted(told.origin),
            channel: told.channel,
            captivePortal: told.captivePortalText.map { redacted(Array($0.utf8)) },
            nameServers: told.nameServers.map { redacted($0) },
            isMetered: told.isMetered
        )
    }

    /// Returns the address with the hardware address in it replaced (RFC 4291, appendix A).
    private mutating func redacted(_ address: IPAddress) -> IPAddress {
        let bytes = address.bytes
        guard rules.shapes.contains(.hardwareAddress), bytes.count == 16, bytes[11] == 0xFF, bytes[12] == 0xFE else {
            return address
        }
        let octets = [bytes[8] ^ 2, bytes[9], bytes[10], bytes[13], bytes[14], bytes[15]]
        let digits = octets.flatMap { octet in
            let text = String(octet, radix: 16)
            return Array((text.utf8.count == 1 ? "0" + text : text).utf8)
        }
        let replacement = replacement(forHardwareAddress: digits)
        let last = UInt8(String(decoding: replacement.suffix(2), as: UTF8.self), radix: 16) ?? 0
        return IPAddress(bytes: bytes.prefix(8) + [2, 0, 0x5E, 0xFF, 0xFE, 0, 0x53, last]) ?? address
    }
}

extension ProbeResponse {
    /// Whether the body is compressed, so that secrets in it cannot be found.
    fileprivate var hidesItsText: Bool {
        guard !body.isEmpty else { return false }
        if body.starts(with: [0x1F, 0x8B]) { return true }
        let coding = headers["Content-Encoding"]?.lowercased() ?? "identity"
        return coding != "identity" && !coding.isEmpty && String(validating: body, as: UTF8.self) == nil
    }
}

// Questions and answers of kinds other than HTTP; only their facts are known.

extension Redactor {
    /// Replaces secrets in facts: by shape in texts and bytes, and completely if the name of a fact is secret.
    mutating func redacted(_ facts: Facts) -> Facts {
        var copy = facts
        for (name, fact) in facts.sorted { copy[name] = redacted(fact, isSecret: isSecret(Array(name.utf8)[...])) }
        return copy
    }

    private mutating func redacted(_ fact: Fact, isSecret: Bool) -> Fact {
        switch fact {
        case .null, .flag, .number, .secret: return fact
        case .integer(let number):
            guard isSecret, number > 9 else { return fact }
            let digits = replacement(forNumber: Array("\(number)".utf8)[...])
            return Int64(String(decoding: digits, as: UTF8.self)).map(Fact.integer) ?? .null
        case .text(let text):
            guard isSecret else { return .text(redacted(text)) }
            return .text(String(decoding: replacement(forToken: Array(text.utf8)[...]), as: UTF8.self))
        case .bytes(let bytes): return .bytes(isSecret ? replacement(forToken: bytes[...]) : redacted(bytes))
        case .list(let facts): return .list(facts.map { redacted($0, isSecret: isSecret) })
        case .record(let facts): return .record(redacted(facts))
        }
    }

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
