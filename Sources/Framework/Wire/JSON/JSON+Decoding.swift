package import ConnectivityCore

extension JSON {
    /// Decodes a value of a type; see ``JSONText/decode(_:strictly:)``.
    package func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        strictly isStrict: Bool = true
    ) throws(JSONFault) -> Value {
        try JSONText(self).decode(type, strictly: isStrict)
    }
}

extension JSONText {
    /// Decodes a value of a type.
    ///
    /// In strict decoding, a member that no decoded type reads is an error, at any depth; otherwise a mistyped option
    /// would silently have no effect. The text of a `DecodingError` from a type is kept.
    package func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        strictly isStrict: Bool = true
    ) throws(JSONFault) -> Value {
        do {
            return try JSONPlace(self, isStrict: isStrict).decode(type)
        } catch {
            throw fault(error)
        }
    }

    private func fault(_ error: any Error) -> JSONFault {
        var fault = JSONFault(kind: .value, detail: "\(error)")
        let context: DecodingError.Context?
        switch error as? DecodingError {
        case .keyNotFound(let key, let found):
            fault.kind = .missing(key.stringValue)
            context = found
        case .dataCorrupted(let found), .typeMismatch(_, let found), .valueNotFound(_, let found): context = found
        default: context = nil
        }
        if let context {
            fault.path = context.codingPath.map { key in
                key.intValue.map(JSONFault.Step.element) ?? .member(key.stringValue)
            }
            fault.detail = context.debugDescription
            if let unread = context.underlyingError as? UnreadMember { fault.kind = .unread(known: unread.known) }
            fault.cause = (context.underlyingError as? ForeignError)?.error
        }
        if case .missing(let name) = fault.kind {
            fault.detail = "\"\(name)\" is missing"
            if let written = value(at: fault.names).parts.first(where: { isLikelyTypo($0.name, of: [name]) }) {
                fault.detail += "; \"\(written.name.printable(limit: 40))\" is not known"
                fault.position = position(at: fault.names + [written.name], ofName: true)
                return fault
            }
        }
        var isAtName = false
        if case .unread = fault.kind { isAtName = true }
        fault.position = position(at: fault.names, ofName: isAtName)
        return fault
    }
}

/// A JSON value decodes and encodes as itself, with any decoder and encoder.
extension JSON: Codable {
    package init(from decoder: any Decoder) throws {
        if let place = decoder as? JSONPlace {
            place.areData = true
            self = place.json
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            // Each failed attempt creates an error, so the most frequent kinds are first.
            self = .string(value)
        } else if let value = try? container.decode([String: JSON].self) {
            self = JSON(.object(value.sortedByKey.map { Member($0.key, $0.value) }))
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }
}
