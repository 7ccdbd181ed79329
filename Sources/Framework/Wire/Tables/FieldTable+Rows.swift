package import ConnectivityCore

// The rows of a table.

extension FieldTable.Field {
    package typealias Part = Codable & SchemaProviding
    package typealias MemberPath<P> = any WritableKeyPath<Value, P> & Sendable

    @inline(never)
    package static func required<P: Part>(
        _ name: FieldName,
        _ path: MemberPath<P>,
        _ rule: Rule<P>? = nil
    ) -> Self {
        Self(name, isRequired: true, P.self) { value, output in
            try output.write(value[keyPath: path], name)
        } read: { value, place in
            let part = place.isWrittenByHand ? try place.valueIfPresent(name, rule) : try place.value(name, rule)
            if let part { value[keyPath: path] = part }
        }
    }

    /// A field that is null or missing if it has no value.
    @inline(never)
    package static func optional<P: Part>(
        _ name: FieldName,
        _ path: MemberPath<P?>,
        _ rule: Rule<P>? = nil
    ) -> Self {
        Self(name, isRequired: false, P?.self) { value, output in
            try output.write(optional: value[keyPath: path], name)
        } read: { value, place in
            value[keyPath: path] = try place.valueIfPresent(name, rule)
        }
    }

    /// A field that is null or missing if it has no value, and whose value is written as another type.
    @inline(never)
    package static func optional<Written: Part, P>(
        _ name: FieldName,
        _ path: MemberPath<P?>,
        _ form: FieldForm<Written, P>
    ) -> Self {
        Self(name, isRequired: false, { _ in form.schema.orNull }) { value, output in
            try output.write(optional: value[keyPath: path].map(form.write), name)
        } read: { value, place in
            value[keyPath: path] = try place.valueIfPresent(name, form.rule).flatMap(form.read)
        }
    }

    /// A field that may have any value, also null, which then counts; it is missing if it has no value.
    package static func anything(_ name: FieldName, _ path: MemberPath<JSON?>) -> Self {
        Self(name, isRequired: false, { _ in .any }) { value, output in
            if let json = value[keyPath: path] { try output.write(json, name) }
        } read: { value, place in
            value[keyPath: path] = place.member(name.stringValue) == nil ? nil : try place.value(name, nil) as JSON
        }
    }

    /// A field that may be missing and then has its default value.
    @inline(never)
    package static func filled<P: Part & Equatable>(
        _ name: FieldName,
        _ path: MemberPath<P>,
        _ usual: P,
        _ rule: Rule<P>? = nil
    ) -> Self {
        Self(name, isRequired: false, P.self) { value, output in
            let part = value[keyPath: path]
            if part != usual || !output.isSparse { try output.write(part, name) }
        } read: { value, place in
            value[keyPath: path] = try place.valueIfPresent(name, rule) ?? usual
        }
    }

    /// A field that is derived from the others; reading accepts and ignores it, because a person may paste output.
    @inline(never)
    package static func shown<P: Encodable & SchemaProviding>(
        _ name: FieldName,
        _ part: @escaping @Sendable (Value) -> P
    ) -> Self {
        Self(name, isRequired: false, P.self) { value, output in
            if !output.isSparse { try output.write(part(value), name) }
        } read: { _, place in
            _ = place.member(name.stringValue)
        }
    }

    /// A field that is accepted without effect, such as a comment; it is not written.
    package static func ignored(_ name: FieldName) -> Self {
        Self(name, isRequired: false, String.self) { _, _ in
        } read: { _, place in
            _ = place.member(name.stringValue)
        }
    }

    /// A field of an earlier version; reading throws an error with the replacement.
    package static func removed(_ name: FieldName, _ advice: String) -> Self {
        Self(name: name.stringValue, isRequired: false, schema: nil) { _, _ in
        } read: { _, place in
            guard let member = place.member(name.stringValue), !member.isNull else { return }
            throw place.broken("was removed: \(advice)", name)
        }
    }

    /// Returns the field with a condition that the value must meet after the field was read.
    package func checked(_ sentence: String, _ holds: @escaping @Sendable (Value) -> Bool) -> Self {
        checked { holds($0) ? nil : sentence }
    }

    /// Returns the field with a check of the value after the field was read, which returns the error text.
    package func checked(_ fault: @escaping @Sendable (Value) -> String?) -> Self {
        var checked = self
        checked.read = { value, place in
            try read(&value, place)
            guard place.member(name) != nil, let sentence = fault(value) else { return }
            throw place.broken(sentence, FieldName(stringValue: name))
        }
        return checked
    }

    /// Returns the field with a schema that is more exact than that of its type.
    package func with(_ schema: @escaping @Sendable () -> Schema) -> Self {
        Self(name: name, isRequired: isRequired, schema: { _ in schema() }, write: write, read: read)
    }

    /// A field that is only written.
    @inline(never)
    package static func written<P: Encodable & SchemaProviding>(
        _ name: FieldName,
        _ part: @escaping @Sendable (Value) -> P
    ) -> Self {
        Self(name, isRequired: true, P.self) { value, output in
            try output.write(part(value), name)
        } read: { _, _ in
        }
    }

    /// A required duration, in seconds; in a handwritten file, also a text such as `5m`.
    @inline(never)
    package static func seconds(_ name: FieldName, _ path: MemberPath<Duration>, _ rule: Rule<Duration>? = nil) -> Self
    {
        Self(name, isRequired: true, { $0 ? WrittenTime?.schema : Seconds.schema }) { value, output in
            try output.write(Seconds(value[keyPath: path]), name)
        } read: { value, place in
            if let duration = try place.duration(name, rule, isRequired: true) { value[keyPath: path] = duration }
        }
    }

    /// A duration in the same form that is null or missing if it has no value.
    @inline(never)
    package static func seconds(_ name: FieldName, _ path: MemberPath<Duration?>, _ rule: Rule<Duration>? = nil) -> Self
    {
        Self(name, isRequired: false, { $0 ? WrittenTime?.schema : Seconds?.schema }) { value, output in
            try output.write(optional: value[keyPath: path].map(Seconds.init), name)
        } read: { value, place in
            value[keyPath: path] = try place.duration(name, rule, isRequired: false)
        }
    }

    /// A field whose value is written as another type; it may be missing if `usual`, its written default, is given.
    @inline(never)
    package static func converted<Written: Part & Equatable, P>(
        _ name: FieldName,
        _ path: MemberPath<P>,
        _ form: FieldForm<Written, P>,
        usual: Written? = nil
    ) -> Self {
        Self(name, isRequired: usual == nil, { _ in form.schema }) { value, output in
            let written = form.write(value[keyPath: path])
            if written != usual || !output.isSparse { try output.write(written, name) }
        } read: { value, place in
            guard let written = try place.valueIfPresent(name, form.rule) ?? usual else {
                return _ = try place.value(name, form.rule)
            }
            if let part = form.read(written) { value[keyPath: path] = part }
        }
    }

    /// The fields of a part, inlined among those of the whole value.
    package static func inlined<P>(_ table: FieldTable<P>, _ path: MemberPath<P>) -> [Self] {
        table.fields.map { field in
            Self(name: field.name, isRequired: field.isRequired, schema: field.schema) { value, output in
                try field.write(value[keyPath: path], output)
            } read: { value, place in
                try field.read(&value[keyPath: path], place)
            }
        }
    }

    @inline(never)
    private init<P: SchemaProviding>(
        _ name: FieldName,
        isRequired: Bool,
        _ type: P.Type,
        write: @escaping @Sendable (Value, JSONOutput) throws -> Void,
        read: @escaping @Sendable (inout Value, JSONPlace) throws -> Void
    ) {
        let schema = { @Sendable (isByHand: Bool) in isRequired && isByHand ? P?.schema : P.schema }
        self.init(name, isRequired: isRequired, schema, write: write, read: read)
    }

    private init(
        _ name: FieldName,
        isRequired: Bool,
        _ schema: @escaping @Sendable (Bool) -> Schema,
        write: @escaping @Sendable (Value, JSONOutput) throws -> Void,
        read: @escaping @Sendable (inout Value, JSONPlace) throws -> Void
    ) {
        self.init(name: name.stringValue, isRequired: isRequired, schema: schema, write: write, read: read)
    }
}

/// A condition on the value of a field in addition to its type.
package struct Rule<Part>: Sendable {
    /// Returns the error text for a value that breaks the rule.
    package let fault: @Sendable (Part) -> String?

    package init(fault: @escaping @Sendable (Part) -> String?) { self.fault = fault }

    /// Creates a rule from the error text for a value that breaks it, such as `must not be negative`.
    package init(_ sentence: String, _ holds: @escaping @Sendable (Part) -> Bool) {
        self.init { holds($0) ? nil : sentence }
    }
}

extension Rule {
    /// Creates a rule from a check that throws an error with the text.
    package init(_ check: @escaping @Sendable (Part) throws -> Void) {
        self.init { part in
            do { try check(part) } catch { return "\(error)" }
            return nil
        }
    }
}

/// The conversion of a field between a value and the type in which it is written.
package struct FieldForm<Written, Value>: Sendable {
    package let rule: Rule<Written>
    /// Returns the value; `nil` if the written one breaks the rule.
    package let read: @Sendable (Written) -> Value?
    let write: @Sendable (Value) -> Written
    /// The texts that are values; `nil` for the schema of the written type.
    fileprivate var choices: [String]?

    package init(
        _ rule: Rule<Written>,
        read: @escaping @Sendable (Written) -> Value?,
        write: @escaping @Sendable (Value) -> Written
    ) {
        (self.rule, self.read, self.write) = (rule, read, write)
    }

    /// Creates a form from the error text for a written value of which there is no value.
    package init(
        _ sentence: String,
        read: @escaping @Sendable (Written) -> Value?,
        write: @escaping @Sendable (Value) -> Written
    ) {
        self.init(Rule(sentence) { read($0) != nil }, read: read, write: write)
    }
}

extension FieldForm where Written: SchemaProviding {
    package var schema: Schema { choices.map { .choice($0) } ?? Written.schema }
}

extension FieldForm<WrittenTime, Duration> {
    /// A time as people write it, within a range.
    package static func time(in range: ClosedRange<Duration> = WrittenTime.range) -> Self {
        Self(.within(range)) {
            $0.duration
        } write: {
            WrittenTime($0)
        }
    }
}

extension FieldForm where Written == String, Value: Equatable & Sendable {
    /// One of several values, by its name, and optionally the error text for another name.
    package static func named(_ values: [(name: String, value: Value)], _ sentence: String? = nil) -> Self {
        let names = values.map(\.name)
        let rule = Rule<String> { name in
            guard !names.contains(name) else { return nil }
            return sentence ?? "must be one of \(names.joined(separator: ", "))\(names.suggestion(for: name))"
        }
        var form = Self(rule) { name in
            values.first { $0.name == name }?.value
        } write: { value in
            values.first { $0.value == value }?.name ?? ""
        }
        form.choices = names
        return form
    }
}

extension Rule<Duration> {
    package static func within(_ range: ClosedRange<Duration>) -> Self {
        Self(WrittenTime.fault(range)) { range.contains($0) }
    }
}

extension Rule<WrittenTime> {
    package static func within(_ range: ClosedRange<Duration>) -> Self {
        Self(WrittenTime.fault(range)) { range.contains($0.duration) }
    }
}

extension Rule<String> {
    package static let notEmpty = Self("must not be empty") { !$0.isEmpty }
}

extension Rule where Part: AdditiveArithmetic & Comparable & SendableMetatype {
    package static var notNegative: Self { Self("must not be negative") { $0 >= .zero } }
}

extension Rule<Int> {
    package static func atLeast(_ minimum: Int) -> Self { Self("must be at least \(minimum)") { $0 >= minimum } }
}

extension JSONPlace {
    func value<P: Decodable & SchemaProviding>(_ name: FieldName, _ rule: Rule<P>?) throws -> P {
        guard let member = member(name.stringValue) else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "is missing")
            throw DecodingError.keyNotFound(name, context)
        }
        return try checked(decode(P.self, member, name), name, rule)
    }

    func valueIfPresent<P: Decodable & SchemaProviding>(_ name: FieldName, _ rule: Rule<P>?) throws -> P? {
        guard let member = member(name.stringValue), !member.isNull else { return nil }
        return try checked(decode(P.self, member, name), name, rule)
    }

    func duration(_ name: FieldName, _ rule: Rule<Duration>?, isRequired: Bool) throws -> Duration? {
        let duration =
            if isWrittenByHand {
                try (valueIfPresent(name, nil) as WrittenTime?)?.duration
            } else if isRequired {
                try (value(name, nil) as Seconds).duration
            } else {
                try (valueIfPresent(name, nil) as Seconds?)?.duration
            }
        return try duration.map { try checked($0, name, rule) }
    }

    func checked<P>(_ part: P, _ name: FieldName, _ rule: Rule<P>?) throws -> P {
        if let sentence = rule?.fault(part) { throw broken(sentence, name) }
        return part
    }

    @inline(never)
    func broken(_ sentence: String, _ name: FieldName) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath + [name], debugDescription: sentence))
    }
}
