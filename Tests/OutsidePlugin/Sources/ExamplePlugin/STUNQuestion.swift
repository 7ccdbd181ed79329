public import ConnectivityCore

/// Asks a STUN server for the address of the client as the Internet sees it (RFC 8489).
public struct STUNQuestion: TypedQuestion, Hashable {
    public static let kind: Question.Kind = "com.example.stun"

    /// The address of the server.
    public var server: IPAddress
    /// The UDP port of the server.
    public var port: UInt16

    /// Creates a question.
    /// - Parameters:
    ///   - server: The address of the server.
    ///   - port: The UDP port of the server.
    public init(server: IPAddress, port: UInt16 = 3478) {
        self.server = server
        self.port = port
    }

    public init?(facts: Facts) {
        guard let server = IPAddress(facts: facts["server"]) else { return nil }
        self.server = server
        // The default of the initializer above applies, so that a configuration can leave out the port.
        guard let written = facts["port"] else {
            port = 3478
            return
        }
        guard let port = written.integer.flatMap(UInt16.init(exactly:)) else { return nil }
        self.port = port
    }

    public var facts: Facts { ["server": .text("\(server)"), "port": .integer(Int64(port))] }
}

/// The answer of a STUN server.
public struct STUNAnswer: TypedAnswer, Hashable {
    public static let kind = STUNQuestion.kind

    /// The address and port of the client as the server sees them (XOR-MAPPED-ADDRESS); `nil` if the server
    /// refused.
    public var mapped: Transport?
    /// The same in a form that address translators sometimes rewrite (MAPPED-ADDRESS); `nil` if it is missing.
    public var plain: Transport?
    /// The error code, such as 401; `nil` without an error.
    public var errorCode: Int?
    /// The name of the server's software; `nil` if the server does not give it.
    public var software: String?

    /// An address with a port.
    public struct Transport: Hashable, Sendable {
        /// The address.
        public var address: IPAddress
        /// The port.
        public var port: UInt16

        /// Creates an address with a port.
        /// - Parameters:
        ///   - address: The address.
        ///   - port: The port.
        public init(_ address: IPAddress, port: UInt16) {
            self.address = address
            self.port = port
        }
    }

    /// Creates an answer.
    /// - Parameters:
    ///   - mapped: The address and port of the client as the server sees them.
    ///   - plain: The same in a form that can be rewritten on the path.
    ///   - errorCode: The error code.
    ///   - software: The name of the server's software.
    public init(
        mapped: Transport? = nil,
        plain: Transport? = nil,
        errorCode: Int? = nil,
        software: String? = nil
    ) {
        self.mapped = mapped
        self.plain = plain
        self.errorCode = errorCode
        self.software = software
    }

    public init?(facts: Facts) {
        mapped = facts["mapped"]?.record.flatMap(Transport.init)
        plain = facts["plain"]?.record.flatMap(Transport.init)
        errorCode = facts["error"]?.integer.flatMap(Int.init(exactly:))
        software = facts["software"]?.text
        guard mapped != nil || errorCode != nil else { return nil }
    }

    /// The known facts; the text among them was chosen by the peer and is limited when it is read.
    public var facts: Facts {
        [
            "mapped": mapped.map { .record($0.facts) } ?? .null, "plain": plain.map { .record($0.facts) } ?? .null,
            "error": Fact(errorCode), "software": Fact(software),
        ]
    }
}

extension STUNAnswer.Transport {
    fileprivate init?(_ facts: Facts) {
        guard let address = IPAddress(facts: facts["address"]),
            let port = facts["port"]?.integer.flatMap(UInt16.init(exactly:))
        else { return nil }
        self.init(address, port: port)
    }

    fileprivate var facts: Facts { ["address": .text("\(address)"), "port": .integer(Int64(port))] }
}

extension IPAddress {
    fileprivate init?(facts: Fact?) {
        guard let text = facts?.text, let address = try? IPAddress(text) else { return nil }
        self = address
    }
}
