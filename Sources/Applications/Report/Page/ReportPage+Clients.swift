import ConnectivityCore

extension ReportPage {
    /// The maximum number of networks in a table.
    private static let networkCountMax = 6

    var clientSection: Section {
        Section("clients", "What clients would show") { html in
            if networks.count == 1 {
                html.element("p", ["class": "headline"], text: networks[0].summary)
            }
            html.element(
                "p",
                ["class": "small"],
                text:
                    "What the checks of known clients would conclude from these answers, by re-implementations of their "
                    + "documented or published rules. The clients themselves were not run."
            )
            if networks.count == 1 {
                one(networks[0], &html)
            } else {
                for network in networks { folded(network, &html) }
                if networks.count <= Self.networkCountMax { matrix(&html) }
            }
        }
    }

    private func one(_ network: Network, _ html: inout HTML) {
        let caption = network.name.isEmpty ? "Clients and their conclusions" : "Clients on \(network.name)"
        html.table(caption, ["Client", "Result", "Its own term", "Why", "Page that it would open"]) { html in
            html.row("(ours)") { html in
                html.badgeCell(network.own.finding, network.own.finding)
                html.cell("term", "")
                html.cell("why", network.own.sentence)
                html.cell("page") { $0.add(parts: network.own.page?.description ?? "") }
            }
            for client in network.clients {
                html.row(client.name, below: client.system) { html in
                    html.badgeCell(client.result, client.result)
                    html.cell("term") { $0.add(parts: client.term) }
                    html.cell("why", client.reason)
                    html.cell("page") { $0.add(parts: client.page?.description ?? "") }
                }
            }
        }
    }

    private func matrix(_ html: inout HTML) {
        html.table("Clients and networks", ["Client"] + networks.map(\.name)) { html in
            html.row("(ours)") { html in
                for network in networks { html.badgeCell(network.own.finding, network.own.finding) }
            }
            for client in networks.first?.clients ?? [] {
                html.row(client.name, below: client.system) { html in
                    for network in networks {
                        html.cell("term") { html in
                            guard let own = network.clients.first(where: { $0.name == client.name }) else { return }
                            html.badge(own.result, own.result)
                            html.element("div", ["class": "small"]) { $0.add(parts: own.term) }
                        }
                    }
                }
            }
        }
    }

    private func folded(_ network: Network, _ html: inout HTML) {
        html.element("details") { html in
            html.element("summary") { html in
                html.element("strong", text: "\(network.name): ")
                html.add(network.summary)
            }
            one(network, &html)
        }
        html.line()
    }
}

extension ReportPage.Network {
    /// The conclusions of the clients in one line.
    var summary: String { Self.summary(of: clients.map(\.result)) }

    /// The summary of results in the terms of `DetectorConclusion.Access`, such as `18 of 27 clients would show a portal; 5 say
    /// offline, 4 are not known`.
    package static func summary(of results: [String]) -> String {
        let others = [
            ("online", "says online", "say online"), ("partial", "says partly online", "say partly online"),
            ("offline", "says offline", "say offline"), ("inconclusive", "is not known", "are not known"),
        ]
        let rest = others.compactMap { result, one, many in
            let count = results.count { $0 == result }
            return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
        }
        let clients = "\(results.count) \(results.count == 1 ? "client" : "clients")"
        let portal = "\(results.count { $0 == "captive" }) of \(clients) would show a portal"
        return ([portal] + (rest.isEmpty ? [] : [rest.joined(separator: ", ")])).joined(separator: "; ")
    }
}
