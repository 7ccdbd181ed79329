import ConnectivityCore

// Version 1 of the form, as it is read. The names here are those of files and do not follow the names in code.

extension SessionRecording {
    /// The text under `format` by which a file says what it is.
    static let format = "connectivity-session"

    /// Reads a recorded session.
    ///
    /// Refused is whatever ``encoded()`` would not write, but for layout and the zone and digits of a time: an unknown version, unknown and missing members,
    /// values out of range, and a time line that runs backwards.
    ///
    /// - Parameter bytes: The file.
    /// - Throws: The first ``SessionRecordingError`` met, with its line.
    public init(parsing bytes: [UInt8]) throws(SessionRecordingError) {
        let root = try JSONCursor(file: bytes)
        guard case .object(let members) = root.node.value,
            case .string(Self.format)? = members.first(where: { $0.name == "format" })?.value.value
        else { throw root.fault(.notASession) }
        let version = try root.member("version")
        guard case .number("\(Self.version)") = version.node.value else {
            throw version.fault(.unknownVersion(version.node.compact.printable(limit: 20), known: Self.version))
        }
        try root.only("format", "version", "provenance", "configuration", "timeline")
        let configuration = try root.optional("configuration")
        _ = try configuration?.optional("")
        self.init(
            provenance: try Self.provenance(root.member("provenance")),
            configuration: configuration?.node.compact,
            events: try Self.events(root.member("timeline"))
        )
    }

    private static func provenance(_ cursor: JSONCursor) throws(SessionRecordingError) -> Provenance {
        try cursor.only("source", "recordedAt", "tool", "redaction", "notes")
        return Provenance(
            source: try cursor.member("source").text(),
            recordedAt: try cursor.member("recordedAt").time(),
            tool: try cursor.member("tool").text(),
            redaction: try cursor.member("redaction").map { (rule) throws(SessionRecordingError) in try rule.text() },
            notes: try cursor.optional("notes")?.map { (note) throws(SessionRecordingError) in try note.text() } ?? []
        )
    }

    private static func events(_ cursor: JSONCursor) throws(SessionRecordingError) -> [Event] {
        var events: [Event] = []
        for element in try cursor.elements() {
            try element.only("at", "interfaces", "nameServers", "systemConnectivity", "round", "expect")
            let at = try element.member("at").seconds()
            guard at >= events.last?.at ?? .zero else {
                throw try element.member("at").fault(.value("is before the event in front of it"))
            }
            var found: [Happening] = []
            if let list = try element.optional("interfaces") {
                let interfaces = try list.map { (one) throws(SessionRecordingError) in try Interface(one) }
                let servers = try element.optional("nameServers")?.addresses() ?? []
                let told = try element.optional("systemConnectivity")?.systemConnectivity()
                let snapshot = InterfaceSnapshot(interfaces, nameServers: servers, systemConnectivity: told)
                found.append(.interfaces(snapshot))
            }
            if let list = try element.optional("round") { found.append(.round(try list.map(exchange))) }
            if let expected = try element.optional("expect") { found.append(.expected(try expectation(expected))) }
            guard found.count == 1, let happening = found.first else {
                throw element.fault(.value("must have one of interfaces, round and expect"))
            }
            events.append(Event(at: at, happening))
        }
        return events
    }

    private static func expectation(_ cursor: JSONCursor) throws(SessionRecordingError) -> Expectation {
        try cursor.only("access", "code", "signInURL", "paths")
        return Expectation(
            access: try cursor.member("access").text(),
            code: try cursor.member("code").text(),
            signInURL: try cursor.optional("signInURL")?.url(),
            paths: try cursor.optional("paths")?.map { (path) throws(SessionRecordingError) in
                try path.only("interface", "family", "access", "code")
                return Expectation.Path(
                    NetworkPath(
                        interface: try path.member("interface").text(),
                        family: try path.optional("family")?.family()
                    ),
                    access: try path.member("access").text(),
                    code: try path.member("code").text()
                )
            } ?? []
        )
    }

    private static func exchange(_ cursor: JSONCursor) throws(SessionRecordingError) -> Exchange {
        try cursor.only("at", "request", "response", "failure", "remoteAddress", "caveats", "timings")
        let response = try cursor.optional("response").map(response)
        let outcome: Result<ProbeResponse, ProbeFailure>
        if let failure = try cursor.optional("failure") {
            try failure.only("kind", "detail")
            let kind = try failure.member("kind").named("kind of failure") { ProbeFailure.Kind(name: $0) }
            let detail = try failure.optional("detail")?.text() ?? ""
            outcome = .failure(ProbeFailure(kind, detail: detail, partialResponse: response))
        } else if let response {
            outcome = .success(response)
        } else {
            throw cursor.fault(.value("has neither a response nor a failure"))
        }
        let exchange = ProbeExchange(
            request: try request(cursor.member("request")),
            outcome: outcome,
            remoteAddress: try cursor.optional("remoteAddress")?.address(),
            caveats: try cursor.optional("caveats")?.map { (caveat) throws(SessionRecordingError) in
                try caveat.named("caveat of a path") { PathCaveat(rawValue: $0) }
            } ?? [],
            timings: try timings(cursor.member("timings"))
        )
        return Exchange(exchange, offset: try cursor.member("at").seconds())
    }

    private static func request(_ cursor: JSONCursor) throws(SessionRecordingError) -> ProbeRequest {
        try cursor.only("method", "url", "headers", "interface", "family", "nameServers", "addresses")
        return ProbeRequest(
            try cursor.member("url").url(),
            method: try cursor.member("method").named("method of a probe") { ProbeRequest.Method(rawValue: $0) },
            headers: try cursor.optional("headers").map(headers) ?? [:],
            interface: try cursor.optional("interface")?.text(),
            family: try cursor.optional("family")?.family(),
            nameServers: try cursor.optional("nameServers")?.addresses() ?? [],
            addresses: try cursor.optional("addresses")?.addresses() ?? []
        )
    }

    private static func response(_ cursor: JSONCursor) throws(SessionRecordingError) -> ProbeResponse {
        try cursor.only("status", "headers", "body", "bodyBase64", "isCut")
        let body: [UInt8]
        if let text = try cursor.optional("body") {
            body = Array(try text.text().utf8)
        } else {
            body = try cursor.optional("bodyBase64")?.named("Base64") { Base64.decoded($0) } ?? []
        }
        return ProbeResponse(
            status: try cursor.member("status").integer(100...999),
            headers: try cursor.optional("headers").map(headers) ?? [:],
            body: body,
            completeness: try cursor.optional("isCut")?.bool() == true ? .cutAtLimit : .complete
        )
    }

    private static func headers(_ cursor: JSONCursor) throws(SessionRecordingError) -> HeaderFields {
        HeaderFields(
            try cursor.map { (field) throws(SessionRecordingError) in
                let parts = try field.elements()
                guard parts.count == 2 else { throw field.fault(.value("must be a name and a value")) }
                return HeaderFields.Field(name: try parts[0].text(), value: try parts[1].text())
            }
        )
    }

    private static func timings(_ cursor: JSONCursor) throws(SessionRecordingError) -> ProbeTimings {
        try cursor.only("nameLookup", "connect", "tls", "response", "total")
        return ProbeTimings(
            nameLookup: try cursor.optional("nameLookup")?.seconds(),
            connect: try cursor.optional("connect")?.seconds(),
            tls: try cursor.optional("tls")?.seconds(),
            response: try cursor.optional("response")?.seconds(),
            total: try cursor.member("total").seconds()
        )
    }
}
