import ConnectivityCore

/// The fields of a query and of a form in a body (`application/x-www-form-urlencoded` of the URL Standard).
struct FormFields: Hashable {
    /// The maximum number of fields that are read; further ones are ignored.
    static let countMax = 1000

    private(set) var values: [String: [String]] = [:]

    /// Reads the fields of a request.
    init(_ request: TestServer.Request, query: String?) {
        var left = Self.countMax
        if let query { add(Array(query.utf8), &left) }
        let type = request.headers["Content-Type"]?.prefix { $0 != ";" } ?? ""
        if type.lowercased().filter({ !$0.isWhitespace }) == "application/x-www-form-urlencoded" {
            add(request.body, &left)
        }
    }

    private mutating func add(_ bytes: [UInt8], _ left: inout Int) {
        for pair in bytes.split(separator: UInt8(ascii: "&"), maxSplits: left).prefix(left) {
            left -= 1
            let (name, value) = pair.formField
            values[name, default: []].append(value)
        }
    }

    /// The value of a wanted field that matches any text that is not empty.
    static let anyText = Template(literal: [UInt8(ascii: "*")])

    /// Whether all wanted fields are present, each with its value among those sent.
    func fulfil(_ wanted: [String: Template], _ value: (Template.Name) -> String) -> Bool {
        wanted.allSatisfy { name, template in
            let text = String(decoding: template.bytes(value), as: UTF8.self)
            return values[name]?.contains { template == Self.anyText ? !$0.isEmpty : $0 == text } == true
        }
    }
}
