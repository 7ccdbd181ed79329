import ConnectivityCore

// Version 1 of the form, as it is written; what is absent is left out.

extension SessionRecording {
    /// The recording as a file, which reads back equal.
    ///
    /// The same recording always gives the same bytes. Nothing is redacted here, see ``Redaction``. The limits of requests
    /// are not written: no decision rests on them.
    public func encoded() -> [UInt8] {
        JSONNode.object([
            ("format", .string(Self.format)),
            ("version", .integer(Self.version)),
            ("provenance", provenance.node),
            ("configuration", configuration.flatMap { try? JSONNode(parsing: Array($0.utf8)) }),
            ("timeline", .array(events.map(\.node))),
        ])
        .encoded()
    }
}

extension SessionRecording.Provenance {
    fileprivate var node: JSONNode {
        .object([
            ("source", .string(source)),
            ("recordedAt", .string(recordedAt.exactDescription)),
            ("tool", .string(tool)),
            ("redaction", .array(redaction.map(JSONNode.string))),
            ("notes", notes.isEmpty ? nil : .array(notes.map(JSONNode.string))),
        ])
    }
}

extension SessionRecording.Event {
    fileprivate var node: JSONNode {
        let at = ("at", JSONNode.seconds(at))
        switch happening {
        case .interfaces(let snapshot):
            return .object([
                at, ("interfaces", .array(snapshot.interfaces.map(\.node))),
                ("nameServers", .addresses(snapshot.nameServers)),
                ("systemConnectivity", snapshot.systemConnectivity?.node),
            ])
        case .round(let exchanges): return .object([at, ("round", .array(exchanges.map(\.node)))])
        case .expected(let expectation): return .object([at, ("expect", expectation.node)])
        }
    }
}

extension SessionRecording.Expectation {
    fileprivate var node: JSONNode {
        .object([
            ("access", .string(access)), ("code", .string(code)),
            ("signInURL", signInURL.map { .string($0.description) }),
            ("paths", paths.isEmpty ? nil : .array(paths.map(\.node))),
        ])
    }
}

extension SessionRecording.Expectation.Path {
    fileprivate var node: JSONNode {
        .object([
            ("interface", .string(path.interface)), ("family", path.family.map { .string($0.rawValue) }),
            ("access", .string(access)), ("code", .string(code)),
        ])
    }
}

extension SessionRecording.Exchange {
    fileprivate var node: JSONNode {
        var failure: JSONNode?
        if case .failure(let fault) = exchange.outcome {
            let detail = fault.detail.isEmpty ? nil : JSONNode.string(fault.detail)
            failure = .object([("kind", .string(fault.kind.name)), ("detail", detail)])
        }
        return .object([
            ("at", .seconds(offset)),
            ("request", exchange.request.node),
            ("response", exchange.response?.node),
            ("failure", failure),
            ("remoteAddress", exchange.remoteAddress.map { .string("\($0)") }),
            ("caveats", exchange.caveats.isEmpty ? nil : .array(exchange.caveats.map { .string($0.rawValue) })),
            ("timings", exchange.timings.node),
        ])
    }
}

extension ProbeRequest {
    fileprivate var node: JSONNode {
        .object([
            ("method", .string(method.rawValue)), ("url", .string(url.description)),
            ("headers", headers.node),
            ("interface", interface.map(JSONNode.string)), ("family", family.map { .string($0.rawValue) }),
            ("nameServers", .addresses(nameServers)), ("addresses", .addresses(addresses)),
        ])
    }
}

extension ProbeResponse {
    fileprivate var node: JSONNode {
        let text = String(validating: body, as: UTF8.self)
        return .object([
            ("status", .integer(status)),
            ("headers", headers.node),
            ("body", body.isEmpty ? nil : text.map(JSONNode.string)),
            ("bodyBase64", text == nil ? .string(Base64.encoded(body)) : nil),
            ("isCut", completeness == .cutAtLimit ? .bool(true) : nil),
        ])
    }
}

extension HeaderFields {
    fileprivate var node: JSONNode? {
        fields.isEmpty ? nil : .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }
}

extension ProbeTimings {
    fileprivate var node: JSONNode {
        .object([
            ("nameLookup", nameLookup.map(JSONNode.seconds)), ("connect", connect.map(JSONNode.seconds)),
            ("tls", tls.map(JSONNode.seconds)), ("response", response.map(JSONNode.seconds)),
            ("total", .seconds(total)),
        ])
    }
}

extension JSONNode {
    static func seconds(_ duration: Duration) -> JSONNode { .number(duration.seconds) }

    /// The addresses as a list of texts; `nil` where there is none.
    static func addresses(_ addresses: [IPAddress]) -> JSONNode? {
        addresses.isEmpty ? nil : .array(addresses.map { .string("\($0)") })
    }
}
