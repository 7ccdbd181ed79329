public import ConnectivityCore

/// Asks a STUN server from which address it is asked (RFC 8489): the address that the Internet sees.
public struct STUNQuestion: TypedQuestion, Hashable {
    public static let kind: QuestionKind = "com.example.stun"

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
        // As in the initializer above, so that configuration can leave the port out.
        guard let written = facts["port"] else {
            port = 3478
            return
        }
        guard let port = written.integer.flatMap(UInt16.init(exactly:)) else { return nil }
        self.port = port
    }

    public var facts: Facts { ["server": .text("\(server)"), "port": .integer(Int64(port))] }
}

/// What a STUN server says.
public struct STUNAnswer: TypedAnswer, Hashable {
    public static let kind = STUNQuestion.kind

    /// The address and port from which the server was asked (XOR-MAPPED-ADDRESS); `nil` if it refuses to say.
    public var mapped: Transport?
    /// The same in a form that address translators sometimes rewrite on the way (MAPPED-ADDRESS); `nil` if it is not there.
    public var plain: Transport?
    /// The number of an error, such as 401; `nil` if there is none.
    public var errorCode: Int?
    /// What the server calls itself; `nil` if it does not say.
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
    ///   - mapped: The address and port from which the server was asked.
    ///   - plain: The same in a form that can be rewritten on the way.
    ///   - errorCode: The number of an error.
    ///   - software: What the server calls itself.
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

    /// The facts that are known; a peer chose the text among them, so it is bounded where it is read.
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
        guard let text = facts?.text else { return nil }
        self.init(text)
    }
}
