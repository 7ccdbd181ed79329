import ConnectivityKit

/// `connectivityctl endpoints`: what is built in.
enum EndpointsVerb: Verb {
    static let grammar = Grammar(
        name: "endpoints",
        summary: "List the built-in endpoints; those marked * are asked by default.",
        options: [.flag("json", "print JSON")],
        notes: "Groups, which --endpoint and configurations take too: "
            + Endpoint.groups.keys.sorted().joined(separator: ", ") + ".\n"
            + "Every probe tells the owner the address of this network and the time; over http, everyone on the way reads "
            + "it.\nThe country is that of the owner's seat. What has a twin is asked over TLS too, as NAME.https."
    )

    private struct Row: Encodable {
        var name, owner, url, method: String
        var family: AddressFamily?
        var country, twin: String?
        var groups: [String]
        var isDefault: Bool { groups.contains("default") }

        private enum CodingKeys: String, CodingKey {
            case name, owner, country, url, twin, method, family, groups
            case isDefault = "default"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(owner, forKey: .owner)
            try container.encode(country, forKey: .country)
            try container.encode(url, forKey: .url)
            try container.encode(twin, forKey: .twin)
            try container.encode(method, forKey: .method)
            try container.encode(family, forKey: .family)
            try container.encode(groups, forKey: .groups)
            try container.encode(isDefault, forKey: .isDefault)
        }
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let rows = Endpoint.builtIn.map { endpoint in
            Row(
                name: endpoint.name,
                owner: endpoint.owner,
                url: endpoint.url.description,
                method: endpoint.method.rawValue,
                family: endpoint.family,
                country: endpoint.ownerCountry,
                twin: endpoint.twin?.description,
                groups: Endpoint.groups.filter { $1.contains { $0.name == endpoint.name } }.keys.sorted()
            )
        }
        if arguments.has("json") {
            try console.printJSON(rows)
        } else {
            var table = Table(["", "name", "owner", "country", "url", "groups"])
            for row in rows {
                let groups = row.groups.joined(separator: " ")
                table.add([row.isDefault ? "*" : "", row.name, row.owner, row.country ?? "", row.url, groups])
            }
            console.print(table.text)
        }
        return .success
    }
}
