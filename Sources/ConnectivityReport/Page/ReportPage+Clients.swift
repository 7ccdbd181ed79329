import ConnectivityCore

extension ReportPage {
    var clientSection: Section {
        Section("clients", "What clients would show") { html in
            html.element(
                "p",
                text:
                    "What the checks of known clients would conclude from these answers, by re-implementations of their "
                    + "documented or published rules. The clients themselves were not run."
            )
            networks.count == 1 ? one(networks[0], &html) : matrix(&html)
        }
    }

    private func one(_ network: Network, _ html: inout HTML) {
        let caption = network.name.isEmpty ? "Clients and their conclusions" : "Clients on \(network.name)"
        html.table(caption, ["Client", "Result", "Its own term", "Why", "Page that it would open"]) { html in
            html.row("(ours)") { html in
                html.badgeCell(network.own.finding, network.own.finding)
                html.element("td") { _ in }
                html.element("td", ["class": "why"], text: network.own.sentence)
                html.element("td") { _ in }
            }
            for client in network.clients {
                html.row(client.name, below: client.system) { html in
                    html.badgeCell(client.result, client.result)
                    html.element("td", ["class": "answer"], text: client.term)
                    html.element("td", ["class": "why"], text: client.reason)
                    html.element("td", ["class": "why"], text: client.page?.description.printable(limit: 160) ?? "")
                }
            }
        }
    }

    /// Clients in rows and networks in columns.
    private func matrix(_ html: inout HTML) {
        html.table("Clients and networks", ["Client"] + networks.map(\.name)) { html in
            html.row("(ours)") { html in
                for network in networks { html.badgeCell(network.own.finding, network.own.finding) }
            }
            for client in networks.first?.clients ?? [] {
                html.row(client.name, below: client.system) { html in
                    for network in networks {
                        html.element("td") { html in
                            guard let own = network.clients.first(where: { $0.name == client.name }) else { return }
                            html.badge(own.result, own.result)
                            html.element("div", ["class": "small"], text: own.term)
                        }
                    }
                }
            }
        }
        for network in networks {
            html.element("details") { html in
                html.element("summary", text: "\(network.name): why, and what would be opened")
                one(network, &html)
            }
            html.line()
        }
    }
}
