package import ConnectivityCore

/// A name server's answer with any response code; "the name does not exist" is also an answer.
///
/// Its facts are `name` (the name that was asked for), `rcode`, `flags` (`aa`, `tc`, `rd`, `ra`, `ad`, `cd`),
/// `records` with `name`, `type`, `ttl` and `data`, `extendedErrors` (RFC 8914) with `code`, `purpose` and `text`,
/// `server` and `transport` (`udp`, `tcp`, `tls` or `https`). Answers of the kinds `dot` and `doh` have the same facts, see
/// ``ConnectivityCore/ProbeExchange/dnsAnswer``.
package struct DNSAnswer: TypedAnswer, Hashable {
    /// One record of the answer.
    package struct Record: Hashable, Sendable {
        /// The owner name of the record.
        package var name: DNSName
        /// The type of the record.
        package var type: DNSRecordType
        /// The time to live in seconds.
        package var ttl: UInt32
        /// The data in presentation form, as in the master files of zones (RFC 1035, section 5.1).
        package var data: String

        /// Creates a record.
        package init(_ name: DNSName, _ type: DNSRecordType, ttl: UInt32, data: String) {
            self.name = name
            self.type = type
            self.ttl = ttl
            self.data = data
        }
    }

    /// The transport of an answer.
    package enum Transport: String, Hashable, Sendable, CaseIterable {
        /// In one datagram.
        case udp
        /// Over TCP, because it was too long for UDP.
        case tcp
        /// Over TLS (RFC 7858).
        case tls
        /// Over HTTPS (RFC 8484).
        case https
    }

    package static let kind = DNSQuestion.kind

    /// The name of the question.
    package var name: DNSName
    /// The response code.
    package var code: DNSResponseCode
    /// The flags of the message.
    package var flags: DNSFlags
    /// The records that answer the question, including aliases; at most 256.
    package var records: [Record]
    /// The server's explanations of its answer; empty if it gave none.
    package var extendedErrors: [ExtendedDNSError]
    /// The server that answered; `nil` if it is unknown.
    package var server: NameServer?
    /// The transport of the answer.
    package var transport: Transport
    /// Whether the answer arrived over TCP, because it was too long for UDP.
    package var isOverTCP: Bool { transport == .tcp }

    /// Creates an answer.
    package init(
        _ name: DNSName,
        _ code: DNSResponseCode = .noError,
        flags: DNSFlags = [.recursionDesired, .recursionAvailable],
        records: [Record] = [],
        extendedErrors: [ExtendedDNSError] = [],
        server: NameServer? = nil,
        isOverTCP: Bool = false
    ) {
        self.name = name
        self.code = code
        self.flags = flags
        self.records = records
        self.extendedErrors = extendedErrors
        self.server = server
        transport = isOverTCP ? .tcp : .udp
    }

    /// Returns the records of a type, or all records for ``DNSRecordType/any``, in order.
    package func records(of type: DNSRecordType) -> [Record] {
        type == .any ? records : records.filter { $0.type == type }
    }
}

// MARK: Facts

extension DNSAnswer {
    private static let flagNames: [(name: String, flag: DNSFlags)] = [
        ("aa", .isAuthoritative), ("tc", .isTruncated), ("rd", .recursionDesired), ("ra", .recursionAvailable),
        ("ad", .isAuthenticated), ("cd", .checkingDisabled),
    ]

    package init?(facts: Facts) {
        guard let name = facts["name"]?.text.flatMap({ DNSName($0) }),
            let code = facts["rcode"]?.text.flatMap({ DNSResponseCode(name: $0) }),
            let flags = facts["flags"]?.list, let records = facts["records"]?.list,
            let errors = facts["extendedErrors"]?.list,
            let transport = facts["transport"]?.text.flatMap(Transport.init(rawValue:))
        else { return nil }
        self.init(name, code, flags: [])
        self.transport = transport
        for fact in flags {
            guard let known = Self.flagNames.first(where: { $0.name == fact.text }) else { return nil }
            self.flags.insert(known.flag)
        }
        self.records = records.compactMap { $0.record.flatMap(Record.init) }
        extendedErrors = errors.compactMap { $0.record.flatMap { ExtendedDNSError(facts: $0) } }
        guard self.records.count == records.count, extendedErrors.count == errors.count else { return nil }
        switch facts["server"] ?? .null {
        case .null: break
        case .text(let text):
            guard let server = NameServer(text) else { return nil }
            self.server = server
        default: return nil
        }
    }

    package var facts: Facts {
        var facts: Facts = [
            "name": .text("\(name)"), "rcode": .text("\(code)"),
            "flags": .list(Self.flagNames.filter { flags.contains($0.flag) }.map { .text($0.name) }),
            "records": .list(records.map { .record($0.facts) }),
            "extendedErrors": .list(extendedErrors.map { .record($0.facts) }),
            "transport": .text(transport.rawValue),
        ]
        if let server { facts["server"] = .text("\(server)") }
        return facts
    }
}

extension DNSAnswer.Record {
    fileprivate init?(facts: Facts) {
        guard let name = facts["name"]?.text.flatMap({ DNSName($0) }),
            let type = facts["type"]?.text.flatMap({ DNSRecordType(name: $0) }),
            let ttl = facts["ttl"]?.integer.flatMap({ UInt32(exactly: $0) }), let data = facts["data"]?.text
        else { return nil }
        self.init(name, type, ttl: ttl, data: data)
    }

    fileprivate var facts: Facts {
        [
            "name": .text("\(name)"), "type": .text("\(type)"), "ttl": .integer(Int64(ttl)), "data": .text(data),
        ]
    }
}

extension ExtendedDNSError {
    package init?(facts: Facts) {
        guard let code = facts["code"]?.integer.flatMap({ UInt16(exactly: $0) }) else { return nil }
        self.init(code: code, text: facts["text"]?.text ?? "")
    }

    /// The code, its purpose or a text for an unknown code, and the server's text if it is not empty.
    package var facts: Facts {
        var facts: Facts = ["code": .integer(Int64(code)), "purpose": .text(purpose ?? "extended error \(code)")]
        if !text.isEmpty { facts["text"] = .text(text) }
        return facts
    }
}
