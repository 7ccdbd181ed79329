import ConnectivityKit

/// `connectivityctl endpoints`: what is built in.
enum EndpointsVerb: Verb {
    static let grammar = Grammar(
        name: "endpoints",
        summary: "List the built-in endpoints; those marked * are asked by default.",
        options: [.flag("json", "print JSON")]
    )

    private struct Row: Encodable {
        var name, owner, url, method: String
        var family: AddressFamily?
        var isDefault: Bool

        private enum CodingKeys: String, CodingKey {
            case name, owner, url, method, family
            case isDefault = "default"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(owner, forKey: .owner)
            try container.encode(url, forKey: .url)
            try container.encode(method, forKey: .method)
            try container.encode(family, forKey: .family)
            try container.encode(isDefault, forKey: .isDefault)
        }
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let standard = Set(Endpoint.standard.map(\.name))
        let rows = Endpoint.builtIn.map {
            Row(
                name: $0.name,
                owner: $0.owner,
                url: $0.url.description,
                method: $0.method.rawValue,
                family: $0.family,
                isDefault: standard.contains($0.name)
            )
        }
        if arguments.has("json") {
            try console.printJSON(rows)
        } else {
            var table = Table(["", "name", "owner", "url"])
            for row in rows { table.add([row.isDefault ? "*" : "", row.name, row.owner, row.url]) }
            console.print(table.text)
        }
        return .success
    }
}
