import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

/// `connectivityctl endpoints`: lists the built-in endpoints.
enum EndpointsVerb: Verb {
    static let grammar = Grammar(
        name: "endpoints",
        summary: "List the built-in endpoints; those marked * are used by default.",
        options: [.flag("json", "print JSON")],
        notes: "Groups that --endpoint and configurations accept: "
            + Endpoint.groups.keys.sorted().joined(separator: ", ") + ".\n"
            + "Each probe shows the owner the address of this network and the time; over http, everyone on the path can read "
            + "it.\nThe country is that of the owner's seat. An endpoint with a twin is also requested over TLS, as NAME.https."
    )

    private struct Row: Encodable {
        let endpoint: Endpoint
        let groups: [String]

        init(_ endpoint: Endpoint, in family: EndpointFamily) {
            self.endpoint = endpoint
            groups = family.groups.filter { $1.contains { $0.name == endpoint.name } }.keys.sorted()
        }

        private enum CodingKeys: String, CodingKey {
            case name, owner, country, url, question, twin, method, family, expect, groups
            case isDefault = "default"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(endpoint.name, forKey: .name)
            try container.encode(endpoint.owner, forKey: .owner)
            try container.encode(endpoint.ownerCountry, forKey: .country)
            try container.encode(endpoint.url, forKey: .url)
            if case .other(let kind, let facts) = endpoint.question {
                try container.encode(WrittenFacts(kind, facts), forKey: .question)
            }
            try container.encode(endpoint.twin, forKey: .twin)
            try container.encode(endpoint.question.http?.method, forKey: .method)
            try container.encode(endpoint.family, forKey: .family)
            try container.encode(endpoint.expectation.map { try ComponentReference(to: $0) }, forKey: .expect)
            try container.encode(groups, forKey: .groups)
            try container.encode(groups.contains("default"), forKey: .isDefault)
        }
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let rows = console.registry.endpoints.all.map { Row($0, in: console.registry.endpoints) }
        if arguments.has("json") {
            try console.printJSON(rows)
        } else {
            var table = Table(["", "name", "owner", "country", "url", "groups"])
            for row in rows {
                let (endpoint, groups) = (row.endpoint, row.groups)
                table.add([
                    groups.contains("default") ? "*" : "", endpoint.name, endpoint.owner, endpoint.ownerCountry ?? "",
                    endpoint.question.subject, groups.joined(separator: " "),
                ])
            }
            console.print(table.text)
        }
        return .success
    }
}
