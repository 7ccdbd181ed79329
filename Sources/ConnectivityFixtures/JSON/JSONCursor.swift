import ConnectivityCore

/// A JSON value with the way that led to it, so that what is wrong with it can be told by line and name.
struct JSONCursor {
    let node: JSONNode
    let path: [String]

    init(_ node: JSONNode, path: [String] = []) {
        self.node = node
        self.path = path
    }

    /// Reads a file of at most ``SessionRecording/byteCountMax`` bytes.
    init(file bytes: [UInt8]) throws(SessionRecordingError) {
        guard bytes.count <= SessionRecording.byteCountMax else {
            throw SessionRecordingError(line: 1, .tooLarge(byteCountMax: SessionRecording.byteCountMax))
        }
        do throws(JSONNode.Damage) {
            self.init(try JSONNode(parsing: bytes))
        } catch {
            throw SessionRecordingError(line: error.line, .damaged(error.detail))
        }
    }

    func fault(_ fault: SessionRecordingError.Fault) -> SessionRecordingError {
        SessionRecordingError(line: node.line, path: path, fault)
    }

    // MARK: Objects

    /// The member of a name; `nil` where it is missing.
    func optional(_ name: String) throws(SessionRecordingError) -> JSONCursor? {
        guard case .object(let members) = node.value else { throw fault(.value("is \(node.kind), not an object")) }
        return members.first { $0.name == name }.map { JSONCursor($0.value, path: path + [name]) }
    }

    /// The member of a name, which must be there.
    func member(_ name: String) throws(SessionRecordingError) -> JSONCursor {
        guard let member = try optional(name) else { throw fault(.missingMember(name)) }
        return member
    }

    /// Refuses a member that is not one of those known.
    func only(_ known: String...) throws(SessionRecordingError) {
        guard case .object(let members) = node.value else { throw fault(.value("is \(node.kind), not an object")) }
        guard let unknown = members.first(where: { !known.contains($0.name) }) else { return }
        throw SessionRecordingError(
            line: unknown.line,
            path: path + [unknown.name],
            .unknownMember(unknown.name, known: known)
        )
    }

    // MARK: Values

    func elements() throws(SessionRecordingError) -> [JSONCursor] {
        guard case .array(let elements) = node.value else { throw fault(.value("is \(node.kind), not a list")) }
        return elements.enumerated().map { JSONCursor($1, path: path + ["\($0)"]) }
    }

    func map<Value>(
        _ transform: (JSONCursor) throws(SessionRecordingError) -> Value
    ) throws(SessionRecordingError) -> [Value] {
        var values: [Value] = []
        for element in try elements() { values.append(try transform(element)) }
        return values
    }

    func text() throws(SessionRecordingError) -> String {
        guard case .string(let text) = node.value else { throw fault(.value("is \(node.kind), not a text")) }
        return text
    }

    func bool() throws(SessionRecordingError) -> Bool {
        guard case .bool(let value) = node.value else { throw fault(.value("is \(node.kind), not true or false")) }
        return value
    }

    func integer<Value: FixedWidthInteger>(
        _ range: ClosedRange<Value>
    ) throws(SessionRecordingError) -> Value {
        guard case .number(let digits) = node.value, let value = Value(digits), range.contains(value) else {
            throw fault(.value("must be a whole number from \(range.lowerBound) through \(range.upperBound)"))
        }
        return value
    }

    /// A number of seconds that is not negative.
    func seconds() throws(SessionRecordingError) -> Duration {
        guard case .number(let digits) = node.value, let number = Double(digits), number >= 0,
            let duration = Duration(writtenSeconds: number)
        else { throw fault(.value("must be a number of seconds, from 0 to below a billion")) }
        return duration
    }

    /// A text that means a value.
    func named<Value>(_ what: String, _ make: (String) -> Value?) throws(SessionRecordingError) -> Value {
        guard let value = make(try text()) else { throw fault(.value("is no \(what)")) }
        return value
    }

    func time() throws(SessionRecordingError) -> Timestamp {
        try named("time such as 2026-11-21T08:30:00.250Z") { Timestamp(rfc3339: $0) }
    }

    func url() throws(SessionRecordingError) -> HTTPURL {
        let text = try text()
        do throws(HTTPURL.Fault) {
            return try HTTPURL(text)
        } catch {
            throw fault(.value("is no usable URL: \(error)"))
        }
    }

    func address() throws(SessionRecordingError) -> IPAddress {
        try named("IP address") { IPAddress($0) }
    }

    func addresses() throws(SessionRecordingError) -> [IPAddress] {
        try map { (address) throws(SessionRecordingError) in try address.address() }
    }

    func family() throws(SessionRecordingError) -> AddressFamily {
        try named("address family") { AddressFamily(rawValue: $0) }
    }
}
