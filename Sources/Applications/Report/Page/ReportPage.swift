package import ConnectivityCore
package import ConnectivityText

/// A report as one self-contained page of HTML: no script, no picture, no font, no network.
///
/// It is readable in light and dark mode, on paper, at any width, by keyboard and by a screen reader. Every text is escaped,
/// whatever a network sent.
package struct ReportPage: Sendable {
    /// A round of probes.
    package struct Round: Sendable {
        /// The end of the round.
        package var at: Timestamp
        /// The assessment of the round, with its evidence.
        package var assessment: Assessment

        package init(at: Timestamp, _ assessment: Assessment) {
            self.at = at
            self.assessment = assessment
        }
    }

    /// The conclusions of clients on one network.
    package struct Network: Sendable {
        /// The conclusion of one client.
        package struct Client: Sendable {
            /// The short name of the client.
            package var name: String
            /// The client and its deciding component.
            package var system: String
            /// The result in the terms of `DetectorConclusion.Access`, such as `captive`.
            package var result: String
            /// The client's own term for the result.
            package var term: String
            /// The reason, as one clause.
            package var reason: String
            /// The client's page; `nil` if it opens none.
            package var page: HTTPURL?

            package init(name: String, system: String, result: String, term: String, reason: String, page: HTTPURL?) {
                (self.name, self.system, self.result) = (name, system, result)
                (self.term, self.reason, self.page) = (term, reason, page)
            }
        }

        /// The name of the network, such as the name of a recording; empty for the network of the report.
        package var name: String
        /// The finding of this package, as a term and a sentence, and its sign-in page.
        package var own: (finding: String, sentence: String, page: HTTPURL?)
        package var clients: [Client]

        package init(name: String, own: (finding: String, sentence: String, page: HTTPURL?), clients: [Client]) {
            (self.name, self.own, self.clients) = (name, own, clients)
        }
    }

    package var title: String
    /// The source of the report, such as the name of a file.
    package var source: String
    package var madeAt: Timestamp
    /// The program that made the page, with its version.
    package var tool: String
    package var sentences: Sentences
    package var zone: CivilZone = .utc
    /// The observations of the device; `nil` without any.
    package var machine: MachineReport?
    /// The rounds, in order.
    package var rounds: [Round] = []
    /// The conclusions of clients.
    package var networks: [Network] = []
    /// The pause between two rounds while the access is online; `nil` if unknown.
    package var interval: Duration?

    /// Creates a page without content.
    package init(
        title: String,
        source: String,
        madeAt: Timestamp,
        tool: String,
        sentences: Sentences = Sentences()
    ) {
        self.title = title
        self.source = source
        self.madeAt = madeAt
        self.tool = tool
        self.sentences = sentences
    }

    /// The page, which states UTF-8 as its encoding.
    package var html: String {
        var html = HTML()
        html.raw("<!DOCTYPE html>\n")
        html.element("html", ["lang": "en"]) { html in
            head(&html)
            html.element("body") { html in
                html.element("a", ["class": "skip", "href": "#content"], text: "Skip to the content")
                header(&html)
                html.element("main", ["id": "content"]) { html in
                    for section in sections { section.add(&html) }
                }
                html.element("footer") { html in
                    html.element(
                        "p",
                        text: "Made by \(tool) on \(zone.text(madeAt)). All times are in \(zone.name(at: madeAt))."
                    )
                }
            }
        }
        html.line()
        return html.text
    }

    private func head(_ html: inout HTML) {
        html.element("head") { html in
            html.void("meta", ["charset": "utf-8"])
            html.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
            html.void("meta", ["name": "color-scheme", "content": "light dark"])
            html.void("meta", ["name": "referrer", "content": "no-referrer"])
            // Even unescaped markup could load and run nothing.
            let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
            html.void("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
            html.element("title", text: "\(title): \(source)")
            html.style()
        }
        html.line()
    }

    /// A part of the page with its place in the table of contents.
    struct Section {
        var id: String
        var title: String
        var add: (inout HTML) -> Void

        init(_ id: String, _ title: String, _ content: @escaping (inout HTML) -> Void) {
            (self.id, self.title) = (id, title)
            add = { html in
                html.element("section", ["id": id, "aria-labelledby": "\(id)-title"]) { html in
                    html.element("h2", ["id": "\(id)-title"], text: title)
                    html.line()
                    content(&html)
                }
                html.line()
            }
        }
    }

    private var sections: [Section] {
        var sections: [Section] = []
        if let machine, machine.hasTime { sections += availabilitySections(machine) }
        if let newest = rounds.last { sections.append(explanationSection(newest)) }
        if !networks.isEmpty { sections.append(clientSection) }
        if !rounds.isEmpty { sections += [evidenceSection, costSection] }
        return sections
    }

    private func header(_ html: inout HTML) {
        let sections = sections
        html.element("header") { html in
            html.element("h1", text: title)
            html.element("p", ["class": "source"], text: source)
            if let newest = rounds.last?.assessment {
                html.element("p", ["class": "headline"]) { html in
                    html.badge(newest.access.name, newest.access.name)
                    let place = newest.interface.map { " on \($0.name) (\($0.kind.rawValue))" } ?? ""
                    html.add("\(place.isEmpty ? "" : place + ": ")\(sentences.sentence(for: newest.reason))".trimmed)
                }
                if let portal = newest.access.portal {
                    html.element("p", ["class": "advice"], text: "What to do: \(portal.advice).")
                }
            }
            summary(&html)
            if sections.count > 1 {
                html.element("nav", ["aria-label": "Contents"]) { html in
                    html.element("ul") { html in
                        for section in sections {
                            html.element("li") { html in
                                html.element("a", ["href": "#\(section.id)"], text: section.title)
                            }
                        }
                    }
                }
            }
        }
        html.line()
    }
}

extension String {
    fileprivate var trimmed: String { first == " " ? String(dropFirst()) : self }
}
