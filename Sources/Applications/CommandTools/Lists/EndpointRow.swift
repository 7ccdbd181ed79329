package import ConnectivityCore
import ConnectivityKit
package import ConnectivityRegistry
import ConnectivityWire

/// An endpoint, as a row of `connectivityctl plugins endpoint`.
package struct EndpointRow: Encodable {
    private let endpoint: Endpoint
    private let groups: [String]

    package init(_ endpoint: Endpoint, in family: EndpointFamily) {
        self.endpoint = endpoint
        groups = family.groups.filter { $1.contains { $0.name == endpoint.name } }.keys.sorted()
    }

    package static func table(_ rows: [EndpointRow]) -> Table {
        var table = Table(["", "name", "owner", "country", "url", "groups"])
        for row in rows {
            let (endpoint, groups) = (row.endpoint, row.groups)
            table.add([
                groups.contains("default") ? "*" : "", endpoint.name, endpoint.owner, endpoint.ownerCountry ?? "",
                endpoint.question.subject, groups.joined(separator: " "),
            ])
        }
        return table
    }

    private enum CodingKeys: String, CodingKey {
        case name, owner, country, url, question, twin, method, family, expect, groups
        case isDefault = "default"
    }

    package func encode(to encoder: any Encoder) throws {
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
