import ConnectivityCore

// Version 1 of the form, as it is written; what is absent is left out.

extension SessionRecording {
    /// The recording as a file, which reads back equal.
    ///
    /// The same recording always gives the same bytes. Nothing is redacted here, see ``Redaction``. The limits of requests
    /// are not written: no decision rests on them.
    public func encoded() -> [UInt8] {
        JSON.object([
            ("format", .string(Self.format)),
            ("version", .integer(Self.version)),
            ("provenance", provenance.json),
            ("configuration", configuration.flatMap { try? JSON(file: $0.utf8) }),
            ("timeline", .array(events.map(\.json))),
        ])
        .encoded(.pretty)
    }
}

extension SessionRecording.Provenance {
    fileprivate var json: JSON {
        .object([
            ("source", .string(source)),
            ("recordedAt", .string(recordedAt.exactDescription)),
            ("tool", .string(tool)),
            ("redaction", .array(redaction.map(JSON.string))),
            ("notes", notes.isEmpty ? nil : .array(notes.map(JSON.string))),
        ])
    }
}

extension SessionRecording.Event {
    fileprivate var json: JSON {
        let at = ("at", JSON.seconds(at))
        switch happening {
        case .interfaces(let snapshot):
            return .object([
                at, ("interfaces", .array(snapshot.interfaces.map(\.json))),
                ("nameServers", .addresses(snapshot.nameServers)),
                ("systemConnectivity", snapshot.systemConnectivity?.json),
            ])
        case .round(let exchanges):
            let seed = seed == 0 ? nil : JSON.integer(Int(seed))
            let waits = waits.isEmpty ? nil : JSON.array(waits.map(JSON.seconds))
            return .object([at, ("round", .array(exchanges.map(\.json))), ("seed", seed), ("waits", waits)])
        case .expected(let expectation): return .object([at, ("expect", expectation.json)])
        }
    }
}

extension SessionRecording.Expectation {
    fileprivate var json: JSON {
        .object([
            ("access", .string(access)), ("code", .string(code)),
            ("signInURL", signInURL.map { .string($0.description) }),
            ("paths", paths.isEmpty ? nil : .array(paths.map(\.json))),
        ])
    }
}

extension SessionRecording.Expectation.Path {
    fileprivate var json: JSON {
        .object([
            ("interface", .string(path.interface)), ("family", path.family.map { .string($0.rawValue) }),
            ("access", .string(access)), ("code", .string(code)),
        ])
    }
}

extension SessionRecording.Exchange {
    fileprivate var json: JSON {
        var failure: JSON?
        if case .failure(let fault) = exchange.outcome {
            let detail = fault.detail.isEmpty ? nil : JSON.string(fault.detail)
            let facts = fault.facts.isEmpty ? nil : try? JSON(encoding: fault.facts)
            failure = .object([("kind", .string(fault.kind.name)), ("detail", detail), ("facts", facts)])
        }
        var answer: JSON?
        if case .success(.other(let kind, let facts)) = exchange.outcome { answer = .facts(kind, facts) }
        return .object([
            ("at", .seconds(offset)),
            ("request", exchange.request.json),
            ("response", exchange.response?.json),
            ("answer", answer),
            ("failure", failure),
            ("remoteAddress", exchange.remoteAddress.map { .string("\($0)") }),
            ("caveats", exchange.caveats.isEmpty ? nil : .array(exchange.caveats.map { .string($0.rawValue) })),
            ("timings", exchange.timings.json),
        ])
    }
}

extension ProbeRequest {
    fileprivate var json: JSON {
        var written: JSON?
        if case .other(let kind, let facts) = question { written = .facts(kind, facts) }
        return .object([
            ("question", written),
            ("method", http.map { .string($0.method.rawValue) }), ("url", http.map { .string($0.url.description) }),
            ("headers", http?.headers.json),
            ("interface", path.interface.map(JSON.string)), ("family", path.family.map { .string($0.rawValue) }),
            ("nameServers", .addresses(path.nameServers)), ("addresses", .addresses(path.addresses)),
        ])
    }
}

extension ProbeResponse {
    fileprivate var json: JSON {
        let text = String(validating: body, as: UTF8.self)
        return .object([
            ("status", .integer(status)),
            ("headers", headers.json),
            ("body", body.isEmpty ? nil : text.map(JSON.string)),
            ("bodyBase64", text == nil ? .string(Base64.encoded(body)) : nil),
            ("isCut", completeness == .cutAtLimit ? .bool(true) : nil),
        ])
    }
}

extension HeaderFields {
    fileprivate var json: JSON? {
        fields.isEmpty ? nil : .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }
}

extension ProbeTimings {
    fileprivate var json: JSON {
        .object([
            ("nameLookup", nameLookup.map(JSON.seconds)), ("connect", connect.map(JSON.seconds)),
            ("tls", tls.map(JSON.seconds)), ("response", response.map(JSON.seconds)),
            ("total", .seconds(total)),
        ])
    }
}

extension JSON {
    /// A question or answer of a kind that Core does not type.
    fileprivate static func facts(_ kind: QuestionKind, _ facts: Facts) -> JSON? {
        try? JSON(encoding: WrittenFacts(kind, facts))
    }

    static func seconds(_ duration: Duration) -> JSON { .number(duration.seconds) }

    /// The addresses as a list of texts; `nil` where there is none.
    static func addresses(_ addresses: [IPAddress]) -> JSON? {
        addresses.isEmpty ? nil : .array(addresses.map { .string("\($0)") })
    }
}
