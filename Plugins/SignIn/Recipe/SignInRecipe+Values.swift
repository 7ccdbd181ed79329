import ConnectivityCore
package import ConnectivityWire

extension SignInRecipe {
    /// A value to send: a text, or an object with one member.
    package enum Value: Codable, Hashable, SchemaProviding {
        case text(String)
        case secret(String)
        case read(String)
        case chap(Chap)

        private struct Object: FieldCodable {
            var secret: String?
            var read: String?
            var chap: Chap?

            static let fields = FieldTable(
                Object(),
                [
                    .optional("secret", \.secret),
                    .optional("read", \.read),
                    .optional("chap", \.chap),
                ]
            )

            static var schema: Schema { fields.schema("RecipeValue") }
        }

        package init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .text(text)
                return
            }
            let object = try Object(from: decoder)
            switch (object.secret, object.read, object.chap) {
            case (let name?, nil, nil): self = .secret(name)
            case (nil, let name?, nil): self = .read(name)
            case (nil, nil, let chap?): self = .chap(chap)
            default: throw decoder.fault(#"must be a text, or an object with one of "secret", "read" and "chap""#)
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var object = Object()
            switch self {
            case .text(let text): return try text.encode(to: encoder)
            case .secret(let name): object.secret = name
            case .read(let name): object.read = name
            case .chap(let chap): object.chap = chap
            }
            try JSON(encoding: object, isSparse: true).encode(to: encoder)
        }

        package static var schema: Schema { .either([.text(), Object.schema]) }

        var secrets: [String] {
            switch self {
            case .text, .read: []
            case .secret(let name): [name]
            case .chap(let chap): [chap.secret]
            }
        }

        /// The value in reports: a name in place of what is secret or from the portal.
        var shown: String {
            switch self {
            case .text(let text): text
            case .secret(let name), .read(let name): "{\(name)}"
            case .chap(let chap): "{digest of \(chap.secret)}"
            }
        }

        /// The names of the values that must have been read.
        var reads: [String] {
            switch self {
            case .text, .secret: []
            case .read(let name): [name]
            case .chap(let chap):
                [chap.id, chap.challenge].compactMap { if case .read(let name) = $0 { name } else { nil } }
            }
        }
    }

    /// The input of a field: a value, or for a checkbox whether it is checked.
    package enum Input: Codable, Hashable, SchemaProviding {
        case value(Value)
        case checked(Bool)

        package init(from decoder: any Decoder) throws {
            if let flag = try? decoder.singleValueContainer().decode(Bool.self) {
                self = .checked(flag)
            } else {
                self = .value(try Value(from: decoder))
            }
        }

        package func encode(to encoder: any Encoder) throws {
            switch self {
            case .value(let value): try value.encode(to: encoder)
            case .checked(let flag): try flag.encode(to: encoder)
            }
        }

        package static var schema: Schema { .either([.flag, Value.schema]) }

        var value: Value? { if case .value(let value) = self { value } else { nil } }
    }

    /// The answer to a challenge: the MD5 digest of an identifier, a secret and the challenge (RFC 1994, section 4.1).
    package struct Chap: FieldCodable, Hashable {
        package var id = Octets.hex([0])
        package var secret = ""
        package var challenge = Octets.hex([])

        package static let fields = FieldTable(
            Chap(),
            [
                .filled("id", \.id, .hex([0])),
                .required("secret", \.secret),
                .required("challenge", \.challenge),
            ]
        )

        package static var schema: Schema { fields.schema("RecipeChap") }
    }

    package enum Octets: Codable, Hashable, SchemaProviding {
        case read(String)
        case hex([UInt8])

        private struct Object: FieldCodable {
            var read: String?
            var hex: String?

            static let fields = FieldTable(
                Object(),
                [
                    .optional("read", \.read),
                    .optional("hex", \.hex),
                ]
            )

            static var schema: Schema { fields.schema("RecipeOctets") }
        }

        package init(from decoder: any Decoder) throws {
            let object = try Object(from: decoder)
            if let name = object.read, object.hex == nil {
                self = .read(name)
            } else if let octets = object.hex.flatMap({ Octets.bytes(ofHex: $0) }), object.read == nil {
                self = .hex(octets)
            } else {
                throw decoder.fault(
                    #"needs either "read", the name of a value, or "hex", pairs of hexadecimal digits"#
                )
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var object = Object()
            switch self {
            case .read(let name): object.read = name
            case .hex(let bytes):
                object.hex = bytes.hexadecimal
            }
            try JSON(encoding: object, isSparse: true).encode(to: encoder)
        }

        package static var schema: Schema { Object.schema }

        /// Returns the octets of pairs of hexadecimal digits; `nil` for any other text.
        static func bytes(ofHex text: String) -> [UInt8]? {
            let values: [Int] = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
            return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
        }
    }
}
