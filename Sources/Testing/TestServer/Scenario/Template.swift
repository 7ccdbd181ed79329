package import ConnectivityCore

/// A text of a scenario with placeholders: `{name}` and `{name:escape}` stand for values of the request.
///
/// `{{` is a brace. A brace is literal if no name of letters, digits and hyphens with a closing brace follows it, so
/// most JSON, styles and scripts need no escapes.
struct Template: Hashable, Sendable {
    /// The value of a placeholder.
    enum Name: String, CaseIterable {
        case askedURL = "asked-url"
        /// The address of the client, such as `127.0.0.1`.
        case clientAddress = "client-address"
        /// The host of the request, without its port.
        case host
        /// The name of the state in which the request is answered.
        case state
        /// 16 hexadecimal digits, the same for all requests of a client.
        case token
    }

    /// The escaping of a value.
    enum Escape: String, CaseIterable {
        /// With percent-encoding of everything but unreserved characters (RFC 3986, section 2.3).
        case percent
        /// With character references for the characters that begin or end markup.
        case html
    }

    /// The reason why a text is not a template.
    enum Fault: Error, Hashable {
        case unknownName(String)
        case unknownEscape(String)
    }

    private enum Piece: Hashable {
        case text([UInt8])
        case value(Name, Escape?)
    }

    private var pieces: [Piece] = []

    /// Creates a template without placeholders.
    init(literal bytes: [UInt8]) { if !bytes.isEmpty { pieces = [.text(bytes)] } }

    /// Reads a template.
    init(_ bytes: [UInt8]) throws(Fault) {
        let brace = UInt8(ascii: "{")
        var rest = bytes[...]
        var text: [UInt8] = []
        while let start = rest.firstIndex(of: brace) {
            text += rest[..<start]
            rest = rest[(start + 1)...]
            if rest.first == brace {
                rest = rest.dropFirst()
            } else if let (placeholder, end) = Self.placeholder(rest) {
                if !text.isEmpty { pieces.append(.text(text)) }
                text = []
                pieces.append(try Self.value(placeholder))
                rest = rest[end...]
                continue
            }
            text.append(brace)
        }
        text += rest
        if !text.isEmpty { pieces.append(.text(text)) }
    }

    /// Returns the text after a brace up to the closing one, and the index after that; `nil` if this is not a placeholder.
    private static func placeholder(_ bytes: ArraySlice<UInt8>) -> (text: Substring, end: Int)? {
        let content = bytes.prefix(64).prefix { byte in
            byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
        }
        guard content.first?.isASCIILetter == true, bytes.dropFirst(content.count).first == UInt8(ascii: "}") else {
            return nil
        }
        return (Substring(decoding: content, as: UTF8.self), content.endIndex + 1)
    }

    private static func value(_ placeholder: Substring) throws(Fault) -> Piece {
        let parts = placeholder.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = Name(rawValue: String(parts[0])) else { throw .unknownName(String(placeholder)) }
        guard parts.count > 1 else { return .value(name, nil) }
        guard let escape = Escape(rawValue: String(parts[1])) else { throw .unknownEscape(String(placeholder)) }
        return .value(name, escape)
    }

    /// Returns the text with the values.
    ///
    /// Control characters of a value are omitted, so that no value ends a line of a header.
    func bytes(_ value: (Name) -> String) -> [UInt8] {
        pieces.flatMap { piece in
            switch piece {
            case .text(let bytes): bytes
            case .value(let name, let escape):
                Self.escaped(value(name).utf8.filter { $0 >= 0x20 && $0 != 0x7F }, escape)
            }
        }
    }

    private static func escaped(_ bytes: [UInt8], _ escape: Escape?) -> [UInt8] {
        switch escape {
        case nil: bytes
        case .percent:
            bytes.flatMap { byte -> [UInt8] in
                let isUnreserved = byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
                guard !isUnreserved else { return [byte] }
                return Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
            }
        case .html:
            bytes.flatMap { byte -> [UInt8] in
                "&<>\"'".utf8.contains(byte) ? Array("&#\(byte);".utf8) : [byte]
            }
        }
    }
}

extension Template.Fault: CustomStringConvertible {
    /// The fault, with the known alternatives.
    var description: String {
        switch self {
        case .unknownName(let text):
            let known = Template.Name.allCases.map(\.rawValue).alternatives(to: text) { "{\($0)}" }
            return "{\(text)} names nothing; a brace itself is written {{; \(known)"
        case .unknownEscape(let text):
            let written = text.split(separator: ":", maxSplits: 1).last.map(String.init) ?? ""
            let known = Template.Escape.allCases.map(\.rawValue).alternatives(to: written) { ":\($0)" }
            return "{\(text)} has no such form; a brace itself is written {{; \(known)"
        }
    }
}

extension Scenario {
    /// A response whose header values and body are templates.
    package struct Message: Hashable, Sendable {
        struct Field: Hashable {
            var name: String
            var value: Template
        }

        var status: Int
        var headers: [Field]
        var body: Template

        /// Creates a response without placeholders.
        package init(_ message: TestServer.Message) {
            status = message.status
            headers = message.headers.fields.map { field in
                Field(name: field.name, value: Template(literal: Array(field.value.utf8)))
            }
            body = Template(literal: message.body)
        }

        /// Reads the templates of a response.
        /// - Throws: The first fault, with the name of its header field; with `nil` for the body.
        init(templates message: TestServer.Message) throws(TemplateFault) {
            var place: String?
            do throws(Template.Fault) {
                status = message.status
                headers = []
                for field in message.headers.fields {
                    place = field.name
                    headers.append(Field(name: field.name, value: try Template(Array(field.value.utf8))))
                }
                place = nil
                body = try Template(message.body)
            } catch {
                throw TemplateFault(fault: error, field: place)
            }
        }

        /// Returns the response with the values.
        func filled(_ value: (Template.Name) -> String) -> TestServer.Message {
            let fields = headers.map {
                HeaderFields.Field(name: $0.name, value: String(decoding: $0.value.bytes(value), as: UTF8.self))
            }
            return TestServer.Message(status: status, headers: HeaderFields(fields), body: body.bytes(value))
        }
    }

    struct TemplateFault: Error {
        var fault: Template.Fault
        /// The name of the header field; `nil` for the body.
        var field: String?
    }

    /// The tokens of clients: each address has one, which follows from the seed.
    package struct Tokens: Hashable, Sendable {
        private let seed: UInt64

        /// Creates tokens; the same seed gives the same tokens.
        package init(seed: UInt64 = .random(in: 0 ... .max)) { self.seed = seed }

        /// Returns the token of a client: 16 hexadecimal digits.
        package func token(of client: IPAddress?) -> String {
            var state = seed
            for byte in client?.bytes ?? [] {
                var generator = SplitMix64(seed: state ^ UInt64(byte))
                state = generator.next()
            }
            var generator = SplitMix64(seed: state)
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}
